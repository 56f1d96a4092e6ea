#!/bin/sh
# Draws docs/pictures/pipeline.svg from testdata/dot/pipeline.dot. The picture contains the DOT text
# as a comment, so a test can check that it is up to date. Needs graphviz.
set -eu
cd "$(dirname "$0")/../.."
dot -Tsvg testdata/dot/pipeline.dot |
  awk -v dot=testdata/dot/pipeline.dot '
    /^<svg/ {
      print "<!--"
      while ((getline line < dot) > 0) print line
      print "-->"
    }
    !/^<!-- Generated|^ -->/ { print }' > docs/pictures/pipeline.svg
