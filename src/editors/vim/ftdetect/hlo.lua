-- Files of HLO text, for Neovim 0.8 and later; hlo.vim has the same for Vim.
if vim.fn.has("nvim-0.8") == 0 then
  return
end

-- Dumps of XLA are called module_0001.main.after_optimizations.txt, some with a time stamp in front; other
-- files there begin with other words.
local function dump(_, buffer)
  local line = buffer and vim.api.nvim_buf_get_lines(buffer, 0, 1, false)[1]
  if line and line:find("^HloModule%f[^%w_]") then
    return "hlo"
  end
end

vim.filetype.add({
  extension = { hlo = "hlo" },
  pattern = {
    [".*%.hlo%.txt"] = "hlo",
    [".*/module_%d+%..*%.txt"] = dump,
    [".*/%d+%.module_%d+%..*%.txt"] = dump,
  },
})
