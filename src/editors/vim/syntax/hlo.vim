" Syntax of HLO text. Written by src/editors/generate; do not edit.
if exists('b:current_syntax')
  finish
endif
" Dumps have lines of many thousand characters.
setlocal synmaxcol=2000
syn case match
syn iskeyword @,48-57,_,.,-

syn match hloOperator /->\|<=\|\.\.\.\|[=*#+~?@]/
syn match hloNumber /\v%([0-9A-Za-z_.%-])@<!-?%(\d+\.?\d*|\.\d+)%([eE][+-]?\d+)?/
syn match hloNumber /\v<[0-9bf?]{2,}_[0-9io?]{2,}-\>[0-9bf?]{2,}/
syn match hloNumber /\v<-?\d+_-?\d+%(_\d+)?%(x-?\d+_-?\d+%(_\d+)?)*/
syn match hloNumber /\v<\d+%(x\d+)+/
syn match hloVariable /%[A-Za-z_][0-9A-Za-z_.-]*/
syn match hloAttribute /\v<[A-Za-z_][0-9A-Za-z_.-]*\=@=/
syn match hloFunction /\v<[a-z][0-9A-Za-z_.-]*\(@=/
syn match hloOpcode /\<\%(collective-permute-start\|rng-get-and-update-state\|collective-permute-done\|shift-right-arithmetic\|exponential-minus-one\|batch-norm-inference\|collective-broadcast\|dynamic-update-slice\|batch-norm-training\|count-leading-zeros\|shift-right-logical\|collective-permute\|get-dimension-size\|round-nearest-even\|select-and-scatter\|set-dimension-size\|stochastic-convert\|collective-reduce\|get-tuple-element\|ragged-all-to-all\|rng-bit-generator\|round-nearest-afz\|all-gather-start\|all-reduce-start\|reduce-precision\|triangular-solve\|all-gather-done\|all-reduce-done\|batch-norm-grad\|bitcast-convert\|dynamic-reshape\|add-dependency\|reduce-scatter\|dynamic-slice\|reduce-window\|async-update\|log-plus-one\|partition-id\|async-start\|concatenate\|conditional\|convolution\|custom-call\|exponential\|opt-barrier\|all-gather\|all-reduce\|all-to-all\|async-done\|copy-start\|ragged-dot\|replica-id\|scaled-dot\|shift-left\|after-all\|broadcast\|copy-done\|is-finite\|parameter\|recv-done\|remainder\|send-done\|transpose\|cholesky\|constant\|logistic\|multiply\|subtract\|bitcast\|compare\|complex\|convert\|maximum\|minimum\|outfeed\|reshape\|reverse\|scatter\|shuffle\|cosine\|divide\|domain\|fusion\|gather\|infeed\|negate\|popcnt\|reduce\|select\|acosh\|asinh\|atan2\|atanh\|clamp\|floor\|mulhi\|power\|rsqrt\|slice\|tuple\|while\|acos\|asin\|call\|cbrt\|ceil\|copy\|cosh\|exp2\|imag\|iota\|log2\|real\|recv\|scan\|send\|sign\|sine\|sinh\|sort\|sqrt\|tanh\|topk\|abs\|add\|and\|dot\|erf\|fft\|fma\|log\|map\|not\|pad\|rng\|tan\|xor\|or\)\%(-start\|-update\|-done\)\?(\@=/
syn match hloLayout /\v<[A-Z]+\(@=/
syn match hloConstant /\<\%(ADJOINT\|API_VERSION_ORIGINAL\|API_VERSION_STATUS_RETURNING\|API_VERSION_STATUS_RETURNING_UNIFIED\|API_VERSION_TYPED_FFI\|API_VERSION_UNSPECIFIED\|EQ\|FFT\|FLOAT\|GE\|GT\|IFFT\|IRFFT\|LE\|LT\|NE\|NO_TRANSPOSE\|PADDING_INVALID\|PADDING_SAME\|PADDING_VALID\|PARTIAL\|RFFT\|SCHEDULE_EARLIEST\|SCHEDULE_LATEST\|SCHEDULE_NONE\|SIGNED\|TOTAL\|TOTALORDER\|TRANSPOSE\|TRANSPOSE_INVALID\|UNSIGNED\|cross_partition\|cross_replica\|cross_replica_and_partition\|default\|dgrad\|dot_any_f8_any_f8_f32\|dot_any_f8_any_f8_f32_fast_accum\|dot_bf16_bf16_bf16\|dot_bf16_bf16_f32\|dot_bf16_bf16_f32_x3\|dot_bf16_bf16_f32_x6\|dot_bf16_bf16_f32_x9\|dot_bf16_bf16_fp8x3\|dot_bf16_bf16_fp8x4\|dot_f16_f16_f16\|dot_f16_f16_f32\|dot_f32_f32_f32\|dot_f64_f64_f64\|dot_tf32_tf32_f32\|dot_tf32_tf32_f32_x3\|flattened_id\|fprop\|high\|highest\|kCustom\|kInput\|kLoop\|kOutput\|rng_default\|rng_invalid\|rng_normal\|rng_philox\|rng_three_fry\|rng_uniform\|rotate\|unset\|wgrad\|word\)\>/
" Lookbehind, because a match cannot begin with the keyword.
syn match hloDefinition /\v%(^\s*%(ROOT\s+)?)@<=\%?[A-Za-z_][0-9A-Za-z_.-]*\ze\s+\=%(\s|$)/
syn match hloComputation /\v%(^\s*%(ENTRY\s+)?)@<=\%?[A-Za-z_][0-9A-Za-z_.-]*\ze\s*%(\{\s*$|\(.*-\>.*\{\s*$)/
syn match hloModuleName /\v%(^\s*HloModule\s+)@<=\%?[A-Za-z_][0-9A-Za-z_.-]*/
syn keyword hloType pred
syn keyword hloType s1
syn keyword hloType s2
syn keyword hloType s4
syn keyword hloType s8
syn keyword hloType s16
syn keyword hloType s32
syn keyword hloType s64
syn keyword hloType u1
syn keyword hloType u2
syn keyword hloType u4
syn keyword hloType u8
syn keyword hloType u16
syn keyword hloType u32
syn keyword hloType u64
syn keyword hloType f16
syn keyword hloType bf16
syn keyword hloType f32
syn keyword hloType f64
syn keyword hloType f8e5m2
syn keyword hloType f8e4m3
syn keyword hloType f8e3m4
syn keyword hloType f8e4m3fn
syn keyword hloType f8e4m3fnuz
syn keyword hloType f8e5m2fnuz
syn keyword hloType f8e4m3b11fnuz
syn keyword hloType f8e8m0fnu
syn keyword hloType f6e3m2fn
syn keyword hloType f6e2m3fn
syn keyword hloType f4e2m1fn
syn keyword hloType c64
syn keyword hloType c128
syn keyword hloType token
syn keyword hloType opaque
syn keyword hloKeyword HloModule
syn keyword hloKeyword ENTRY
syn keyword hloKeyword ROOT
syn keyword hloKeyword FileLocations
syn keyword hloKeyword FileNames
syn keyword hloKeyword FunctionNames
syn keyword hloKeyword StackFrames
syn keyword hloBoolean true
syn keyword hloBoolean false
syn keyword hloBoolean maximal
syn keyword hloBoolean replicated
syn keyword hloBoolean manual
syn keyword hloBoolean last_tile_dim_replicate
syn keyword hloBoolean shard_as
syn keyword hloBoolean shard_like
syn keyword hloBoolean unknown
syn keyword hloBoolean unreduced
syn keyword hloBoolean inf
syn keyword hloBoolean nan
syn match hloEscape /\\./ contained
syn region hloString start=/"/ skip=/\\./ end=/"/ contains=hloEscape
syn region hloString start=/'/ skip=/\\./ end=/'/ contains=hloEscape
syn region hloComment start=+/\*+ end=+\*/+ contains=hloTodo
syn match hloComment +//.*$+ contains=hloTodo
syn keyword hloTodo contained TODO FIXME XXX

syn sync minlines=50

hi def link hloAttribute Identifier
hi def link hloBoolean Boolean
hi def link hloComment Comment
hi def link hloComputation Function
hi def link hloConstant Constant
hi def link hloDefinition Label
hi def link hloEscape SpecialChar
hi def link hloFunction Function
hi def link hloKeyword Keyword
hi def link hloLayout StorageClass
hi def link hloModuleName Title
hi def link hloNumber Number
hi def link hloOpcode Statement
hi def link hloOperator Operator
hi def link hloString String
hi def link hloTodo Todo
hi def link hloType Type

let b:current_syntax = 'hlo'
