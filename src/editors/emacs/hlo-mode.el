;;; hlo-mode.el --- Major mode for HLO text  -*- lexical-binding: t -*-

;; Font lock, an index of computations, indentation, folds (hs-minor-mode),
;; formatting by hlo-fmt, and the language server hlo-lsp (M-x eglot).  The
;; words are in hlo-words.el.  Installation:
;;
;;   (add-to-list 'load-path "DIRECTORY")
;;   (require 'hlo-mode)

;;; Code:

(require 'hlo-words)
(require 'imenu)

(defgroup hlo nil
  "HLO, the intermediate language of XLA."
  :group 'languages)

(defcustom hlo-fmt-command "hlo-fmt"
  "The program that formats HLO text."
  :type 'string)

(defcustom hlo-format-on-save nil
  "Whether to format a buffer when it is saved."
  :type 'boolean
  :safe #'booleanp)

(defconst hlo--name "%?[A-Za-z_][A-Za-z0-9_.-]*")

(defvar hlo-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124" table)
    (modify-syntax-entry ?* ". 23b" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\' "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (dolist (character '(?_ ?. ?- ?%))
      (modify-syntax-entry character "_" table))
    (dolist (character '(?= ?< ?> ?+ ?#))
      (modify-syntax-entry character "." table))
    table)
  "Syntax of HLO text: names such as %add.1 are symbols.")

(defconst hlo-font-lock-keywords
  `((,(concat "^\\s-*\\(HloModule\\)\\s-+\\(" hlo--name "\\)")
     (1 font-lock-keyword-face) (2 font-lock-function-name-face))
    (,(concat "^\\s-*\\(?:\\(ENTRY\\)\\s-+\\)?\\(" hlo--name "\\)\\s-*\\(?:{\\s-*$\\|(.*->.*{\\s-*$\\)")
     (1 font-lock-keyword-face nil t) (2 font-lock-function-name-face))
    (,(concat "^\\s-*\\(?:\\(ROOT\\)\\s-+\\)?\\(" hlo--name "\\)\\s-*=\\(?:\\s-\\|$\\)")
     (1 font-lock-keyword-face nil t) (2 font-lock-variable-name-face))
    (,(concat "\\_<\\(" hlo--name "\\)=") 1 font-lock-preprocessor-face)
    (,(concat (regexp-opt hlo-types "\\_<\\(") "\\_>") . font-lock-type-face)
    (,(concat "\\_<\\(" (regexp-opt hlo-opcodes) "\\(?:-start\\|-update\\|-done\\)?\\)(")
     1 font-lock-builtin-face)
    (,(concat (regexp-opt hlo-sections "\\_<\\(") "\\_>") . font-lock-keyword-face)
    (,(concat (regexp-opt hlo-constants "\\_<\\(") "\\_>") . font-lock-constant-face))
  "Font lock of `hlo-mode'.")

(defun hlo-format ()
  "Format the buffer, or the instructions that the region touches.
Errors go to the buffer *hlo-fmt errors*; the text then stays as it is."
  (interactive)
  (let* ((first (if (use-region-p) (line-number-at-pos (region-beginning) t) 1))
         (last (line-number-at-pos (if (use-region-p) (region-end) (point-max)) t))
         (output (generate-new-buffer " *hlo-fmt*"))
         (errors (make-temp-file "hlo-fmt")))
    (unwind-protect
        (save-restriction
          (widen)
          (if (eq 0 (call-process-region
                     nil nil hlo-fmt-command nil (list output errors) nil "--keep"
                     (format "--lines=%d:%d" first last)
                     (concat "--stdin_filename=" (or buffer-file-name "-"))))
              (replace-buffer-contents output)
            (with-current-buffer (get-buffer-create "*hlo-fmt errors*")
              (let ((inhibit-read-only t))
                (erase-buffer)
                (insert-file-contents errors)
                (compilation-mode)))
            (display-buffer "*hlo-fmt errors*")))
      (kill-buffer output)
      (delete-file errors))))

(defun hlo-indent-line ()
  "Indent the line by the depth of its braces, as hlo-fmt does."
  (interactive)
  (indent-line-to
   (save-excursion
     (beginning-of-line)
     (let ((depth (car (syntax-ppss))))
       (max 0 (* 2 (if (looking-at-p "\\s-*[])}]") (1- depth) depth))))))
  (when (< (current-column) (current-indentation))
    (back-to-indentation)))

(defun hlo-indent-region (start end)
  "Indent the region from START to END by `hlo-fmt-command' if it is there."
  (if (executable-find hlo-fmt-command)
      (save-mark-and-excursion
        (goto-char start)
        (push-mark (max start (1- end)) t t)
        (let ((transient-mark-mode t))
          (hlo-format)))
    (let ((indent-region-function nil))
      (indent-region start end))))

(defun hlo--format-on-save ()
  "Format the buffer if `hlo-format-on-save' says so."
  (when hlo-format-on-save
    (let ((mark-active nil))
      (hlo-format))))

(defvar hlo-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-f") #'hlo-format)
    map)
  "Keys of `hlo-mode'.")

;;;###autoload
(define-derived-mode hlo-mode prog-mode "HLO"
  "Major mode for HLO text, the dump format of XLA.

\\{hlo-mode-map}"
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local indent-tabs-mode nil)
  (setq-local indent-line-function #'hlo-indent-line)
  (setq-local indent-region-function #'hlo-indent-region)
  (setq-local font-lock-defaults '(hlo-font-lock-keywords))
  (setq-local beginning-of-defun-function #'hlo-beginning-of-computation)
  (setq-local imenu-generic-expression
              `((nil ,(concat "^\\(?:ENTRY\\s-+\\)?\\(" hlo--name "\\)\\s-*[({]") 1)))
  (add-hook 'before-save-hook #'hlo--format-on-save nil t))

(defun hlo-beginning-of-computation (&optional count)
  "Move to the first line of the computation, COUNT of them away."
  (re-search-backward (concat "^\\(?:ENTRY\\s-+\\)?" hlo--name "\\s-*[({]") nil t (or count 1)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.hlo\\'" . hlo-mode))
;;;###autoload
(add-to-list 'magic-mode-alist '("HloModule\\_>" . hlo-mode))

;;;###autoload
(with-eval-after-load 'hideshow
  (add-to-list 'hs-special-modes-alist '(hlo-mode "{" "}" "/[*/]")))
;;;###autoload
(with-eval-after-load 'eglot
  (defvar eglot-server-programs)
  (add-to-list 'eglot-server-programs '(hlo-mode . ("hlo-lsp"))))

(provide 'hlo-mode)
;;; hlo-mode.el ends here
