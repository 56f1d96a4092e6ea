; Names of computations are the module's, those of instructions their computation's.
(source_file) @local.scope
(body) @local.scope

(computation name: (_) @local.definition.function)
(instruction name: (_) @local.definition.variable)

(operand name: (_) @local.reference)
(attribute value: [(identifier) (local_name)] @local.reference)
(attribute value: (list [(identifier) (local_name)] @local.reference))
