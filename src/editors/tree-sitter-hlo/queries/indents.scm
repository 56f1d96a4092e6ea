(body) @indent @indent.begin
(body "}" @outdent @indent.end @indent.branch)
