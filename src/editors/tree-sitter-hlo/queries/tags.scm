; Definitions and calls of computations. Written by src/editors/generate; do not edit.

(module_header name: (_) @name) @definition.module
(computation name: (_) @name) @definition.function

(attribute
  name: (attribute_name) @_attribute
  value: [
    (identifier) @name
    (local_name) @name
    (list [(identifier) (local_name)] @name)
  ]
  (#any-of? @_attribute
    "body" "branch_computations" "called_computations" "calls" "condition" "false_computation"
    "scatter" "select" "to_apply" "true_computation")) @reference.call
