import { lazy, Suspense } from 'react'
import type { CodeEditorProps } from './code-editor.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import { SkeletonRows } from '../skeleton-rows.tsx'

const Editor = lazy(async () => ({ default: (await import('./code-editor.tsx')).CodeEditor }))

/** The editor, loaded when it is first needed. */
export function CodeView(props: CodeEditorProps) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<SkeletonRows rows={6} label="Loading the editor" />}>
        <Editor {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
