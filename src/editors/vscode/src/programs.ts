// Runs the programs that this extension uses: hlo-lsp, hlo-view, hlo-translate, dot.
import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';

// The program that a setting names: a path, a program packed into the extension, or one in the
// PATH. Undefined if the setting is empty or there is no such program.
export async function findProgram(
    context: vscode.ExtensionContext, setting: string): Promise<string | undefined> {
  const name = vscode.workspace.getConfiguration('hlo').get<string>(setting, '').trim();
  if (!name) return undefined;
  const names = process.platform === 'win32' && !path.extname(name) ? [`${name}.exe`] : [name];
  const folders = path.basename(name) !== name ?
      [vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? ''] :
      [path.join(context.extensionPath, 'bin'), ...(process.env.PATH ?? '').split(path.delimiter)];
  for (const folder of folders) {
    for (const candidate of names) {
      const file = path.resolve(folder, candidate);
      if (await access(file, constants.X_OK).then(() => true, () => false)) return file;
    }
  }
  return undefined;
}

// The same, but tells the user if there is none.
export async function needProgram(
    context: vscode.ExtensionContext, setting: string): Promise<string | undefined> {
  const program = await findProgram(context, setting);
  if (program) return program;
  const name = vscode.workspace.getConfiguration('hlo').get<string>(setting, '');
  const open = 'Open Settings';
  const chosen = await vscode.window.showErrorMessage(
      `There is no program "${name}". Install it, or set hlo.${setting}.`, open);
  if (chosen) void vscode.commands.executeCommand('workbench.action.openSettings', `hlo.${setting}`);
  return undefined;
}

// The flags for settings about the texts that the programs accept.
export function readingFlags(): string[] {
  const settings = vscode.workspace.getConfiguration('hlo');
  return [
    ...(settings.get('allowUnknown') ? [] : ['--noallow_unknown']),
    ...(settings.get('upgradeLegacy') ? ['--upgrade_legacy'] : []),
  ];
}

// The output of a program that reads `input`, or throws its errors. Runs without a shell, so that
// names in dumps cannot be commands.
export function run(
    program: string, words: string[], input: string, token?: vscode.CancellationToken): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const child = spawn(program, words, { stdio: 'pipe' });
    const cancellation = token?.onCancellationRequested(() => child.kill());
    const output: Buffer[] = [];
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => { if (errors.length < 4000) errors += chunk; });
    child.on('error', reject);
    child.on('close', (status) => {
      cancellation?.dispose();
      if (status === 0) resolve(Buffer.concat(output).toString('utf8'));
      else reject(new Error(errors.trim() || `${path.basename(program)} ends with ${status}`));
    });
    child.stdin.on('error', () => {});  // the program may stop reading; its errors say why
    child.stdin.end(input);
  });
}

// Runs `task` with a notice, which can cancel it; shows its error.
export async function withProgress(
    title: string, task: (token: vscode.CancellationToken) => Promise<void>): Promise<void> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  await vscode.window.withProgress(options, async (_, token) => {
    try {
      await task(token);
    } catch (error) {
      if (token.isCancellationRequested) return;
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  });
}
