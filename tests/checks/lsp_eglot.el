;;; lsp_eglot.el --- Drives hlo-lsp in Emacs with eglot  -*- lexical-binding: t -*-
;; HLO_LSP is the server, HLO_LSP_DUMP a module as XLA prints it. Prints one line per step; exits
;; with 1 at the first that fails. lsp_editors_check.py runs it.
(require 'eglot)
(require 'xref)

(defun check (condition message)
  (unless condition
    (princ (format "FAILED: %s\n" message))
    (kill-emacs 1))
  (princ (format "ok: %s\n" message)))

(defun wait-until (condition)
  "Wait up to five seconds for CONDITION, which is returned."
  (let ((end (+ (float-time) 5)) (value nil))
    (while (and (not (setq value (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.05))
    value))

(defun line-text ()
  (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

(define-derived-mode hlo-text-mode text-mode "HLO")
(add-to-list 'eglot-server-programs (list 'hlo-text-mode (getenv "HLO_LSP")))
(setq eglot-sync-connect 5 eglot-confirm-server-initiated-edits nil)
(setq make-backup-files nil create-lockfiles nil)

(condition-case failure
    (let (name use)
      (find-file (getenv "HLO_LSP_DUMP"))
      (hlo-text-mode)
      (eglot-ensure)
      (eglot--maybe-activate-editing-mode)
      (unless (eglot-current-server)
        (apply #'eglot (eglot--guess-contact)))
      (check (wait-until #'eglot-current-server) "the server starts")
      (goto-char (point-min))
      (re-search-forward "^  .*(%\\([A-Za-z0-9_.-]+\\)")
      (setq name (match-string-no-properties 1))
      (goto-char (match-beginning 1))
      (setq use (copy-marker (line-beginning-position)))
      (let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover
                                    (eglot--TextDocumentPositionParams))))
        (check (string-match-p (regexp-quote name) (plist-get (plist-get hover :contents) :value))
               (concat "hover tells of " name)))
      (call-interactively #'xref-find-definitions)
      (check (string-match-p (concat "%" (regexp-quote name) " = ") (line-text)) "definition jumps")
      (eglot-rename "renamed.7")
      (check (string-match-p "%renamed\\.7 = " (line-text)) "rename changes the definition")
      (goto-char use)
      (check (string-match-p "(%renamed\\.7" (line-text)) "and the use")
      (let ((before (line-text)))
        (insert "    ")
        (goto-char use)
        (eglot-format-buffer)
        (goto-char use)
        (check (equal (line-text) before) "formatting restores a line"))
      (set-buffer-modified-p nil)
      (eglot-shutdown (eglot-current-server))
      (kill-emacs 0))
  (error (check nil (format "%S" failure))))
