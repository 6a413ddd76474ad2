import 'monaco-editor/features/bracketMatching/register'
import 'monaco-editor/features/clipboard/register'
import 'monaco-editor/features/codicon/register'
import 'monaco-editor/features/contextmenu/register'
import 'monaco-editor/features/find/register'
import 'monaco-editor/features/folding/register'
import 'monaco-editor/features/hover/register'
import 'monaco-editor/features/wordOperations/register'
import { editor } from 'monaco-editor/editor'
import { jsonDefaults } from 'monaco-editor/languages/features/json/register'

/** Workers come from our own origin as files of the build; nothing is fetched from elsewhere. */
self.MonacoEnvironment = {
  getWorker: (_id, label) =>
    label === 'json'
      ? new Worker(new URL('./monaco-json.worker.ts', import.meta.url), { type: 'module' })
      : new Worker(new URL('./monaco-editor.worker.ts', import.meta.url), { type: 'module' }),
}

jsonDefaults.setDiagnosticsOptions({ validate: true, allowComments: false, enableSchemaRequest: false })

editor.defineTheme('dewpoint-dark', {
  base: 'vs-dark',
  inherit: true,
  rules: [],
  colors: { 'editor.background': '#15171b', 'editorLineNumber.foreground': '#6c7480' },
})
editor.defineTheme('dewpoint-light', {
  base: 'vs',
  inherit: true,
  rules: [],
  colors: { 'editor.background': '#ffffff', 'editorLineNumber.foreground': '#6b7480' },
})

export { editor }
