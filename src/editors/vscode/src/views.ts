// Commands that show a page next to the text: timeline, diff with the previous pass, graph.
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { graphPage, Theme, viewPage } from './page';
import { previousStage } from './passes';
import { addressOf, lineOf, Place, placeOf, placeOfAddress } from './place';
import { needProgram, readingFlags, run, withProgress } from './programs';

interface Source {
  document: vscode.TextDocument;
  name: string;
  place: Place;
}

function activeSource(): Source | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== 'hlo') {
    void vscode.window.showErrorMessage('The active editor has no HLO.');
    return undefined;
  }
  const { document, selection } = editor;
  return {
    document,
    name: path.basename(document.uri.path),
    place: placeOf((line) => document.lineAt(line).text, selection.active.line),
  };
}

function theme(): Theme {
  const { kind } = vscode.window.activeColorTheme;
  return kind === vscode.ColorThemeKind.Light || kind === vscode.ColorThemeKind.HighContrastLight ?
      'light' : 'dark';
}

// Reveals `place` in the text; the focus stays in the page.
async function reveal(document: vscode.TextDocument, place: Place): Promise<void> {
  const line = lineOf((at) => document.lineAt(at).text, document.lineCount, place);
  if (line < 0) return;
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  const column = shown?.viewColumn ?? vscode.ViewColumn.One;
  const range = document.lineAt(line).range;
  await vscode.window.showTextDocument(document, {
    viewColumn: column, preserveFocus: true, selection: new vscode.Range(range.start, range.start),
  });
}

function showPage(title: string, source: Source, html: string): void {
  const panel = vscode.window.createWebviewPanel(
      'hlo.page', title, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false },
      { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [] });
  panel.webview.onDidReceiveMessage((message: { address?: unknown; instruction?: unknown }) => {
    if (typeof message.address === 'string') {
      void reveal(source.document, placeOfAddress(message.address));
    } else if (typeof message.instruction === 'string') {
      const { computation } = source.place;
      void reveal(source.document, { computation, instruction: message.instruction });
    }
  });
  panel.webview.html = html;
}

export async function openTimeline(context: vscode.ExtensionContext): Promise<void> {
  const source = activeSource();
  const program = source && await needProgram(context, 'view.path');
  if (!source || !program) return;
  await withProgress('HLO: timeline', async (token) => {
    const page = await run(program, [...readingFlags(), '-'], source.document.getText(), token);
    showPage(`Timeline: ${source.name}`, source, viewPage(page, addressOf(source.place), theme()));
  });
}

export async function diffPreviousPass(context: vscode.ExtensionContext): Promise<void> {
  const source = activeSource();
  if (!source) return;
  const { fsPath, scheme } = source.document.uri;
  const folder = path.dirname(fsPath);
  const files = scheme === 'file' ? await readdir(folder).catch(() => []) : [];
  const previous = previousStage(files, path.basename(fsPath));
  if (!previous) {
    void vscode.window.showErrorMessage(
        `${source.name} has no previous pass: there is no dump of one in its folder. ` +
        'XLA writes them with --xla_dump_hlo_pass_re=.*');
    return;
  }
  const program = await needProgram(context, 'view.path');
  if (!program) return;
  await withProgress('HLO: diff', async (token) => {
    const page = await run(
        program, [...readingFlags(), `--diff_against=${path.join(folder, previous)}`, '-'],
        source.document.getText(), token);
    showPage(`Diff: ${source.name}`, source, viewPage(page, addressOf(source.place), theme()));
  });
}

// The neighbours of the instruction at the cursor, or its computation, or all of the module.
export async function showGraph(context: vscode.ExtensionContext): Promise<void> {
  const source = activeSource();
  const program = source && await needProgram(context, 'translate.path');
  const dot = program && await needProgram(context, 'dot.path');
  if (!source || !dot) return;
  const { computation, instruction } = source.place;
  const hops = vscode.workspace.getConfiguration('hlo').get<number>('graph.hops', 3);
  const part = [
    ...(computation ? [`--computation=${computation}`] : []),
    ...(instruction ? [`--around=${instruction}`, `--hops=${hops}`] : []),
  ];
  await withProgress('HLO: graph', async (token) => {
    const graph = await run(
        program, ['--to=dot', ...readingFlags(), ...part, '-'], source.document.getText(), token);
    showPage(`Graph: ${instruction ?? computation ?? source.name}`, source,
             graphPage(await run(dot, ['-Tsvg'], graph, token)));
  });
}
