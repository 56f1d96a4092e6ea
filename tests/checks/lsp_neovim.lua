-- Drives hlo-lsp in Neovim: nvim --headless -l is newer than some, so `nvim -u NONE -c "luafile ..."`.
-- HLO_LSP is the server, HLO_LSP_DUMP a module as XLA prints it. Prints one line per step; exits
-- with 1 at the first that fails. lsp_editors_check.py runs it.
local function fail(message)
  io.stdout:write("FAILED: " .. message .. "\n")
  vim.cmd("cquit 1")
end
local function check(condition, message)
  if not condition then fail(message) end
  io.stdout:write("ok: " .. message .. "\n")
end

vim.cmd("edit " .. vim.fn.fnameescape(os.getenv("HLO_LSP_DUMP")))
local client_id = vim.lsp.start_client({ name = "hlo-lsp", cmd = { os.getenv("HLO_LSP") }, root_dir = vim.fn.getcwd() })
check(client_id and vim.lsp.buf_attach_client(0, client_id), "the server starts")
check(vim.wait(5000, function()
  local client = vim.lsp.get_client_by_id(client_id)
  return client and client.initialized and vim.lsp.buf_is_attached(0, client_id)
end), "the buffer is attached")

-- The first line with an operand, the cursor on the operand's name.
local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
local row, column, name
for i, line in ipairs(lines) do
  local from, _, found = line:find("%(%%([%w_.-]+)")
  if line:sub(1, 2) == "  " and from then
    row, column, name = i, from + 1, found
    break
  end
end
vim.api.nvim_win_set_cursor(0, { row, column })
local function ask(method, params)
  local answers, message = vim.lsp.buf_request_sync(0, method, params, 5000)
  if not answers then fail(method .. ": " .. message) end
  for _, answer in pairs(answers) do
    if answer.error then fail(method .. ": " .. answer.error.message) end
    return answer.result
  end
end

local place = vim.lsp.util.make_position_params(0)
local hover = ask("textDocument/hover", place)
check(hover.contents.value:find(name, 1, true) and hover.contents.value:find("bytes"), "hover tells of " .. name)

vim.lsp.buf.definition()
check(vim.wait(5000, function() return vim.api.nvim_win_get_cursor(0)[1] ~= row end), "definition jumps")
check(vim.api.nvim_get_current_line():find("%" .. name .. " = ", 1, true), "to the line that defines it")

vim.lsp.buf.rename("renamed.7")
check(vim.wait(5000, function() return vim.api.nvim_get_current_line():find("%renamed.7 = ", 1, true) end), "rename changes the definition")
check(vim.api.nvim_buf_get_lines(0, row - 1, row, false)[1]:find("(%renamed.7", 1, true), "and the use")

-- Formatting takes back what was done to the blanks.
local before = vim.api.nvim_buf_get_lines(0, row - 1, row, false)[1]
vim.api.nvim_buf_set_lines(0, row - 1, row, false, { "   " .. before:gsub(" = ", "   =  ") })
if vim.lsp.buf.format then
  vim.lsp.buf.format({ timeout_ms = 5000 })
else
  vim.lsp.buf.formatting_sync(nil, 5000)
end
check(vim.api.nvim_buf_get_lines(0, row - 1, row, false)[1] == before, "formatting restores a line")

-- An error shows while it is typed.
vim.api.nvim_buf_set_text(0, row - 1, column, row - 1, column, { "no_such_" })
check(vim.wait(5000, function() return #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }) > 0 end), "an error is shown")
check(vim.diagnostic.get(0)[1].lnum == row - 1, "in its line")
vim.cmd("qall!")
