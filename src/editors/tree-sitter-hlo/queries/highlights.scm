; Colours of HLO text. Written by src/editors/generate; do not edit.

(comment) @comment
(string) @string
[(integer) (float) (window) (padding) (dim_labels) (number)] @number
[(boolean) (constant)] @constant.builtin
(text) @string.special

["HloModule" "ENTRY" "ROOT" "FileNames" "FunctionNames" "FileLocations" "StackFrames"] @keyword
(module_header name: (_) @module)
(computation name: (_) @function)
(parameter name: (_) @variable.parameter)
(instruction name: (_) @label)
(operand name: (_) @variable)
(type) @type.builtin
(layout_property name: (_) @attribute)

; What XLA does not know has no colour.
((opcode) @function.builtin
  (#any-of? @function.builtin
    "abs" "acos" "acosh" "add" "add-dependency" "after-all" "all-gather" "all-gather-done"
    "all-gather-start" "all-reduce" "all-reduce-done" "all-reduce-start" "all-to-all" "and"
    "asin" "asinh" "async-done" "async-start" "async-update" "atan2" "atanh" "batch-norm-grad"
    "batch-norm-inference" "batch-norm-training" "bitcast" "bitcast-convert" "broadcast" "call"
    "cbrt" "ceil" "cholesky" "clamp" "collective-broadcast" "collective-permute"
    "collective-permute-done" "collective-permute-start" "collective-reduce" "compare" "complex"
    "concatenate" "conditional" "constant" "convert" "convolution" "copy" "copy-done"
    "copy-start" "cosine" "cosh" "count-leading-zeros" "custom-call" "divide" "domain" "dot"
    "dynamic-reshape" "dynamic-slice" "dynamic-update-slice" "erf" "exp2" "exponential"
    "exponential-minus-one" "fft" "floor" "fma" "fusion" "gather" "get-dimension-size"
    "get-tuple-element" "imag" "infeed" "iota" "is-finite" "log" "log-plus-one" "log2"
    "logistic" "map" "maximum" "minimum" "mulhi" "multiply" "negate" "not" "opt-barrier" "or"
    "outfeed" "pad" "parameter" "partition-id" "popcnt" "power" "ragged-all-to-all" "ragged-dot"
    "real" "recv" "recv-done" "reduce" "reduce-precision" "reduce-scatter" "reduce-window"
    "remainder" "replica-id" "reshape" "reverse" "rng" "rng-bit-generator"
    "rng-get-and-update-state" "round-nearest-afz" "round-nearest-even" "rsqrt" "scaled-dot"
    "scan" "scatter" "select" "select-and-scatter" "send" "send-done" "set-dimension-size"
    "shift-left" "shift-right-arithmetic" "shift-right-logical" "shuffle" "sign" "sine" "sinh"
    "slice" "sort" "sqrt" "stochastic-convert" "subtract" "tan" "tanh" "topk" "transpose"
    "triangular-solve" "tuple" "while" "xor"))
((opcode) @function.macro
  (#match? @function.macro "^(abs|acos|acosh|add|add-dependency|after-all|all-gather-done|all-gather-start|all-reduce-done|all-reduce-start|all-to-all|and|asin|asinh|async-done|async-start|async-update|atan2|atanh|batch-norm-grad|batch-norm-inference|batch-norm-training|bitcast|bitcast-convert|broadcast|call|cbrt|ceil|cholesky|clamp|collective-broadcast|collective-permute-done|collective-permute-start|collective-reduce|compare|complex|concatenate|conditional|constant|convert|convolution|copy-done|copy-start|cosine|cosh|count-leading-zeros|custom-call|divide|domain|dot|dynamic-reshape|dynamic-slice|dynamic-update-slice|erf|exp2|exponential|exponential-minus-one|fft|floor|fma|fusion|gather|get-dimension-size|get-tuple-element|imag|infeed|iota|is-finite|log|log-plus-one|log2|logistic|map|maximum|minimum|mulhi|multiply|negate|not|opt-barrier|or|outfeed|pad|parameter|partition-id|popcnt|power|ragged-all-to-all|ragged-dot|real|recv-done|reduce|reduce-precision|reduce-scatter|reduce-window|remainder|replica-id|reshape|reverse|rng|rng-bit-generator|rng-get-and-update-state|round-nearest-afz|round-nearest-even|rsqrt|scaled-dot|scan|scatter|select|select-and-scatter|send-done|set-dimension-size|shift-left|shift-right-arithmetic|shift-right-logical|shuffle|sign|sine|sinh|slice|sort|sqrt|stochastic-convert|subtract|tan|tanh|topk|transpose|triangular-solve|tuple|while|xor)-(start|update|done)$"))

(attribute_name) @property
; Computations as values.
(attribute
  name: (attribute_name) @property
  value: [
    (identifier) @function
    (local_name) @function
    (list [(identifier) (local_name)] @function)
  ]
  (#any-of? @property
    "body" "branch_computations" "called_computations" "calls" "condition" "false_computation"
    "scatter" "select" "to_apply" "true_computation"))
; Words of enumerations and shardings.
([(attribute value: (identifier) @constant) (list (identifier) @constant)]
  (#any-of? @constant
    "true" "false" "maximal" "replicated" "manual" "last_tile_dim_replicate" "shard_as"
    "shard_like" "unknown" "unreduced" "inf" "nan" "ADJOINT" "API_VERSION_ORIGINAL"
    "API_VERSION_STATUS_RETURNING" "API_VERSION_STATUS_RETURNING_UNIFIED"
    "API_VERSION_TYPED_FFI" "API_VERSION_UNSPECIFIED" "EQ" "FFT" "FLOAT" "GE" "GT" "IFFT"
    "IRFFT" "LE" "LT" "NE" "NO_TRANSPOSE" "PADDING_INVALID" "PADDING_SAME" "PADDING_VALID"
    "PARTIAL" "RFFT" "SCHEDULE_EARLIEST" "SCHEDULE_LATEST" "SCHEDULE_NONE" "SIGNED" "TOTAL"
    "TOTALORDER" "TRANSPOSE" "TRANSPOSE_INVALID" "UNSIGNED" "cross_partition" "cross_replica"
    "cross_replica_and_partition" "default" "dgrad" "dot_any_f8_any_f8_f32"
    "dot_any_f8_any_f8_f32_fast_accum" "dot_bf16_bf16_bf16" "dot_bf16_bf16_f32"
    "dot_bf16_bf16_f32_x3" "dot_bf16_bf16_f32_x6" "dot_bf16_bf16_f32_x9" "dot_bf16_bf16_fp8x3"
    "dot_bf16_bf16_fp8x4" "dot_f16_f16_f16" "dot_f16_f16_f32" "dot_f32_f32_f32"
    "dot_f64_f64_f64" "dot_tf32_tf32_f32" "dot_tf32_tf32_f32_x3" "flattened_id" "fprop" "high"
    "highest" "kCustom" "kInput" "kLoop" "kOutput" "rng_default" "rng_invalid" "rng_normal"
    "rng_philox" "rng_three_fry" "rng_uniform" "rotate" "unset" "wgrad" "word"))

["=" "->" "<=" "*" "#" "+" "~" "?" "@" "..."] @operator
["," ":"] @punctuation.delimiter
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
