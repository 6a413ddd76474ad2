// All of the editor at once: the JSON language loads the rest of it later anyway, and services that are registered
// after the first editor was made are never found.
import 'monaco-editor/features/register.all'
import { editor } from 'monaco-editor/editor'
import 'monaco-editor/languages/definitions/yaml/register'
import { jsonDefaults } from 'monaco-editor/languages/features/json/register'

/**
 * Workers are files of the build on our own origin. Nothing is fetched from elsewhere. The one for JSON is named as the
 * package itself names it, so that it is built once.
 */
self.MonacoEnvironment = {
  getWorker: (_id, label) =>
    label === 'json'
      ? new Worker(new URL('monaco-editor/languages/features/json/json.worker', import.meta.url), {
          type: 'module',
        })
      : new Worker(new URL('monaco-editor/editor/editor.worker', import.meta.url), { type: 'module' }),
}

jsonDefaults.setDiagnosticsOptions({ validate: true, allowComments: false, enableSchemaRequest: false })

editor.defineTheme('dewpoint-dark', {
  base: 'vs-dark',
  inherit: true,
  rules: [],
  colors: { 'editor.background': '#15171b', 'editorLineNumber.foreground': '#8a929e' },
})
editor.defineTheme('dewpoint-light', {
  base: 'vs',
  inherit: true,
  rules: [],
  colors: { 'editor.background': '#ffffff', 'editorLineNumber.foreground': '#616a76' },
})

export { editor }
