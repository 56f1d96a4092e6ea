; Helix: maf selects a computation, mif its instructions, mic a comment.
(computation body: (_) @function.inside) @function.around
(parameter) @parameter.inside
(operand) @parameter.inside
(comment) @comment.inside
(comment)+ @comment.around
