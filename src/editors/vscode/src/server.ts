// The client of hlo-lsp. Without the server, colours and commands work.
import * as vscode from 'vscode';
import {
  CodeLensRequest, InlayHintRequest, LanguageClient, RevealOutputChannelOn,
} from 'vscode-languageclient/node';
import { findProgram } from './programs';

// Settings that the server reads; the others are this extension's.
const SETTINGS = [
  'verify', 'maxErrors', 'allowUnknown', 'upgradeLegacy', 'inlayHints', 'codeLens',
];

function serverSettings(): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration('hlo');
  return Object.fromEntries(SETTINGS.map((name) => [name, settings.get(name)]));
}

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private readonly output = vscode.window.createOutputChannel('HLO Language Server', { log: true });
  private readonly disposables: vscode.Disposable[] = [this.output];

  constructor(private readonly context: vscode.ExtensionContext) {
    this.disposables.push(vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('hlo.server')) {
        void this.restart();
      } else if (change.affectsConfiguration('hlo')) {
        void this.changeSettings();
      }
    }));
  }

  // The server does not ask clients to refresh hints and lenses.
  private async changeSettings(): Promise<void> {
    const client = this.client;
    if (!client?.isRunning()) return;
    await client.sendNotification(
        'workspace/didChangeConfiguration', { settings: { hlo: serverSettings() } });
    for (const document of vscode.workspace.textDocuments) {
      client.getFeature(InlayHintRequest.method).getProvider(document)?.onDidChangeInlayHints.fire();
      client.getFeature(CodeLensRequest.method).getProvider(document)?.onDidChangeCodeLensEmitter.fire();
    }
  }

  // The text of a binary module; undefined without a server.
  async textOf(uri: vscode.Uri): Promise<string | undefined> {
    if (!this.client?.isRunning()) return undefined;
    const { text } = await this.client.sendRequest<{ text: string }>(
        'hlo/textDocumentContent', { uri: uri.with({ scheme: 'file' }).toString() });
    return text;
  }

  async start(): Promise<void> {
    const command = await findProgram(this.context, 'server.path');
    if (!command) {
      this.output.warn('hlo.server.path names no program: there is no language server.');
      return;
    }
    const args = vscode.workspace.getConfiguration('hlo').get<string[]>('server.arguments', []);
    const client = new LanguageClient('hlo', 'HLO Language Server', { command, args }, {
      documentSelector: [
        { language: 'hlo', scheme: 'file' },
        { language: 'hlo', scheme: 'untitled' },
        { language: 'hlo', scheme: 'hlo-pb' },
      ],
      initializationOptions: serverSettings,
      outputChannel: this.output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      middleware: {  // hlo-pb:PATH is the name of a text; the module is in a file
        provideTextDocumentContent: (uri, token, next) => next(uri.with({ scheme: 'file' }), token),
      },
    });
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.output.error(`${command} does not start: ${error}`);
      if (this.client === client) this.client = undefined;
    }
  }

  async restart(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.dispose().catch(() => {});
    await this.start();
  }

  dispose(): void {
    void this.client?.dispose().catch(() => {});
    for (const disposable of this.disposables) disposable.dispose();
  }
}
