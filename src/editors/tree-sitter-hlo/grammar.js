// HLO text, XLA's dump format, for Neovim, Helix, Zed and other users of tree-sitter.
//
// The grammar follows XLA's parser where structure matters: computations, instructions, operands,
// shapes, attributes. Values of attributes are lists, tuples and words of any kind, since a grammar
// that knew each of them would break at the next one. Opcodes are identifiers, which
// queries/highlights.scm tells apart, so that the parser stays small. src/editors/generate writes
// words.json and that query from the library's tables.
//
// Two parts of XLA's grammar need the braces after a shape: `f32[2] {0}` has a layout,
// `-> f32[2] {` ends a signature. The parser tries both there and nowhere else.
const { types } = require("./words.json");

const NAME = /[A-Za-z_][A-Za-z0-9_.-]*/;
const BLANK = /[ \t\r\n]*/;

// XLA takes `name=` for an attribute only if there is nothing between name and '='.
const EQUALS = token.immediate(prec(1, "="));

const separated = (rule) => optional(seq(rule, repeat(seq(",", rule))));

module.exports = grammar({
  name: "hlo",
  word: ($) => $.identifier,
  extras: ($) => [/[ \t\r\n]/, $.comment],
  conflicts: ($) => [[$._result_shape]],

  rules: {
    // A module, computations only, or one instruction, which may have no name.
    source_file: ($) => choice(
      seq(optional($.module_header), repeat($.table), repeat($.computation)),
      $.instruction,
      alias($.nameless_instruction, $.instruction),
    ),

    // Texts for fingerprints omit the name.
    module_header: ($) => seq("HloModule", choice(
      seq(field("name", $._name), optional(":"), repeat(seq(",", $.attribute))),
      repeat1(seq(",", $.attribute)),
    )),

    // Stack-frame tables.
    table: ($) => seq(
      field("name", choice("FileNames", "FunctionNames", "FileLocations", "StackFrames")),
      repeat($.table_entry),
    ),
    table_entry: ($) => seq($.integer, choice($.string, $.list)),

    computation: ($) => seq(
      optional("ENTRY"), field("name", $._name), optional(":"),
      optional($.signature),
      field("body", $.body),
      repeat(seq(",", $.attribute)),
    ),
    signature: ($) => seq(
      "(", separated($.parameter), ")", "->",
      field("result", choice(alias($._result_shape, $.array_shape), $.tuple, $.buffer_shape)),
    ),
    parameter: ($) => seq(field("name", $._name), optional(":"), field("shape", $._shape)),
    body: ($) => seq("{", repeat($.instruction), "}"),

    instruction: ($) => seq(
      optional("ROOT"), field("name", $._name), choice("=", token(seq(":", BLANK, "="))),
      $._operation,
    ),
    nameless_instruction: ($) => seq(
      field("shape", $._shape), field("opcode", alias($.identifier, $.opcode)), field("operands", $.operands),
      repeat(seq(",", $.attribute)),
    ),
    _operation: ($) => seq(
      optional(field("shape", $._shape)),
      field("opcode", alias($.identifier, $.opcode)),
      field("operands", $.operands),
      repeat(seq(",", $.attribute)),
    ),

    // Operands, the number of a parameter, or the literal of a constant.
    operands: ($) => seq(
      "(", optional($._operand), repeat(seq(",", optional($._operand))), ")",
    ),
    _operand: ($) => choice(
      $.operand, $._literal,
      alias($.nameless_operand, $.operand),  // of one instruction without a module
    ),
    operand: ($) => seq(
      optional(field("shape", $._shape)),
      choice(
        seq(field("name", $._name), optional(":")),
        seq(field("opcode", alias($.identifier, $.opcode)), field("operands", $.operands)),
      ),
      repeat(seq("#", $.integer)),
    ),
    nameless_operand: ($) => field("shape", choice($.array_shape, $.buffer_shape)),
    _literal: ($) => choice($._number, $.boolean, $.list, $.tuple, "..."),

    // ---- Shapes.

    _shape: ($) => choice($.array_shape, $.tuple, $.buffer_shape),
    array_shape: ($) => prec.right(seq($.type, $.dimensions, optional($.layout))),
    _result_shape: ($) => seq($.type, $.dimensions, optional($.layout)),
    buffer_shape: ($) => seq(token(seq("b", BLANK, "(")), $._shape, ")"),
    type: (_) => token(choice(...types)),
    dimensions: ($) => seq("[", repeat(choice(",", "<=", "?", $.integer)), "]"),
    layout: ($) => seq(
      "{", separated($.integer), optional(seq(":", repeat($.layout_property))), "}",
    ),
    layout_property: ($) => seq(
      optional(field("name", choice($.identifier, "#", "*"))),
      "(", repeat(choice(",", ":", "*", "+", "~", $.integer, $.identifier, $.type, $.array_shape)),
      ")",
    ),

    // ---- Attributes.

    attribute: ($) => choice(
      seq(field("name", alias("backend_config", $.attribute_name)), EQUALS,
          field("value", choice($.string, $.dictionary))),
      seq(field("name", alias("frontend_attributes", $.attribute_name)), EQUALS,
          field("value", $.frontend_attributes)),
      seq(field("name", alias($.identifier, $.attribute_name)), EQUALS, field("value", $._value)),
    ),

    _value: ($) => choice(
      $._number, $.dim_labels, $.window, $.padding, $.string, $.boolean,
      $._name, $.list, alias($.body_of_list, $.body), $.tiles,
      prec.right(seq(choice($._shape, $.mesh), optional($._literal))),
    ),

    // Items of lists and tuples.
    _item: ($) => choice(
      ",", ":", "->", "?", "...", "*", "+", "~", "#", "@",
      $._number, $.dim_labels, $.window, $.padding, $.axis, $.string, $.boolean, $._name,
      $._shape, $.list, alias($.body_of_list, $.body), $.tiles, $.mesh, $.attribute,
    ),
    list: ($) => seq("{", repeat($._item), "}"),
    tuple: ($) => seq("(", repeat($._item), ")"),
    // A computation as a value: the first instruction tells it from a list.
    body_of_list: ($) => seq("{", repeat1($.instruction), "}"),

    // [2,4]<=[4,2]T(1,0), [0:2:1], [{'a'}, {}]
    tiles: ($) => prec.right(seq(
      $._brackets,
      optional(seq("<=", $._brackets, optional(seq(token(seq("T", BLANK, "(")), repeat($._item), ")")))),
    )),
    _brackets: ($) => seq("[", repeat($._item), "]"),
    // mesh['a'=2,'b'=4]
    mesh: ($) => prec(1, seq(field("name", $.identifier), $._brackets)),
    axis: ($) => seq($.string, "=", $.integer),

    // Anything with balanced braces, often JSON.
    dictionary: ($) => seq(
      "{",
      repeat(choice(
        $.dictionary, $.string, ",", ":", "[", "]",
        alias($.json_number, $.number), alias($.json_constant, $.constant), $.text,
      )),
      "}",
    ),
    json_number: (_) => token(prec(1, /-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/)),
    json_constant: (_) => token(prec(1, choice("true", "false", "null"))),
    text: (_) => token(prec(1, /[^\s{}\[\]":,]+/)),

    frontend_attributes: ($) => seq("{", separated($.frontend_attribute), "}"),
    frontend_attribute: ($) => seq(
      field("name", alias($.identifier, $.attribute_name)), EQUALS,
      field("value", choice($.string, $.dictionary)),
    ),

    // ---- Words.

    // Of tokens of equal length, the parser takes the first in this order.
    boolean: (_) => token(choice("true", "false")),
    _name: ($) => choice($.identifier, $.local_name),
    identifier: (_) => NAME,
    local_name: (_) => /%[A-Za-z_][A-Za-z0-9_.-]*/,

    _number: ($) => choice($.integer, $.float),
    integer: (_) => /-?[0-9]+/,
    float: (_) => choice(
      /-?[0-9]+[eE][+-]?[0-9]+/,
      /-?([0-9]+\.[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?/,
      "inf", "nan", "-inf", "-nan",
      /-?nan\(0x[0-9a-fA-F]+\)/,
    ),
    window: (_) => /[0-9]+(x[0-9]+)+/,
    padding: (_) => /-?[0-9]+_-?[0-9]+(_[0-9]+)?(x-?[0-9]+_-?[0-9]+(_[0-9]+)?)*/,
    dim_labels: (_) => token(prec(1, /[0-9bf?]+_[0-9io?]+->[0-9bf?]+/)),

    string: (_) => token(choice(/"([^"\\]|\\[^\n])*"/, /'([^'\\]|\\[^\n])*'/)),
    comment: (_) => token(choice(/\/\/[^\r\n]*/, /\/\*[^*]*\*+([^/*][^*]*\*+)*\//)),
  },
});
