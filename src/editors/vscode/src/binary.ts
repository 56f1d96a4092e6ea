// Binary modules, *.hlo.pb, as text that cannot be edited. A custom editor opens them and is
// replaced by a text editor on hlo-pb:PATH, whose text comes from the server or hlo-translate.
import * as vscode from 'vscode';
import { escapeHtml } from './page';
import { findProgram, run } from './programs';
import { Server } from './server';

const SCHEME = 'hlo-pb';

async function textOf(
    context: vscode.ExtensionContext, server: Server, uri: vscode.Uri): Promise<string> {
  const text = await server.textOf(uri);
  if (text !== undefined) return text;
  const program = await findProgram(context, 'translate.path');
  if (!program) throw new Error('Install hlo-lsp or hlo-translate, which read binary modules.');
  return run(program, ['--from=hlo-proto', '--to=hlo', uri.fsPath], '');
}

export function openBinaryModules(
    context: vscode.ExtensionContext, server: Server): vscode.Disposable {
  const editor: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose() {} }),
    async resolveCustomEditor({ uri }, panel) {
      try {
        const document = await vscode.workspace.openTextDocument(uri.with({ scheme: SCHEME }));
        await vscode.languages.setTextDocumentLanguage(document, 'hlo');
        await vscode.window.showTextDocument(
            document, { viewColumn: panel.viewColumn, preview: false });
        panel.dispose();
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        panel.webview.html = `<!doctype html><meta http-equiv="Content-Security-Policy" ` +
            `content="default-src 'none'"><pre>${escapeHtml(message)}</pre>`;
      }
    },
  };
  const texts: vscode.TextDocumentContentProvider = {
    provideTextDocumentContent: (uri) => textOf(context, server, uri),
  };
  return vscode.Disposable.from(
      vscode.window.registerCustomEditorProvider('hlo.binary', editor),
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, texts));
}
