[
  (body)
  (table)
  (list)
  (dictionary)
  (comment)
] @fold
