import { lazy, Suspense } from 'react'
import { usePieces } from '../../../lib/draw-in-turn.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { SkeletonRows } from '../skeleton-rows.tsx'
import type { CodeEditorProps } from './code-editor.tsx'

/** The modules of the editor in groups, each with what it needs: all at once would keep the window busy. */
const groups = [
  () => import('monaco-editor/features/codeEditor/register'),
  () => import('monaco-editor/editor'),
] as const

const Editor = lazy(async () => {
  for (const load of groups) {
    await load()
    // The next ones in a task of their own.
    await new Promise((goOn) => setTimeout(goOn))
  }
  return { default: (await import('./code-editor.tsx')).CodeEditor }
})

/** The editor, loaded when it is first needed, and made after what stands around it. */
export function CodeView(props: CodeEditorProps) {
  if (usePieces(1) === 0) return null
  return (
    <ErrorBoundary>
      <Suspense fallback={<SkeletonRows rows={6} label="Loading the editor" />}>
        <Editor {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
