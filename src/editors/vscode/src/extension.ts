// HLO in VS Code: the language server's client, binary modules as text, and pages of hlo-view.
import * as vscode from 'vscode';
import { openBinaryModules } from './binary';
import { Server } from './server';
import { diffPreviousPass, openTimeline, showGraph } from './views';

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const server = new Server(context);
  const command = (name: string, run: (...words: never[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  command('hlo.openTimeline', () => openTimeline(context));
  command('hlo.diffPreviousPass', () => diffPreviousPass(context));
  command('hlo.showGraph', () => showGraph(context));
  command('hlo.restartServer', () => server.restart());
  context.subscriptions.push(server, openBinaryModules(context, server));
  await server.start();
}

export function deactivate(): void {}
