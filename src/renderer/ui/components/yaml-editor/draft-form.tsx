import { useMemo, type ReactNode } from 'react'
import type { ExperimentIssue } from '../../../../shared/experiments/experiment-file-types.ts'
import { Fill, Notice, Scroll } from '../../layout/layout.tsx'
import { EditorContext } from '../editor-fields/editor-context.ts'
import type { TextDraft } from './use-text-draft.ts'

type DraftFormProps = {
  /** What the draft is of: `the experiment`. */
  readonly subject: string
  readonly draft: TextDraft
  readonly issues: readonly ExperimentIssue[]
  readonly children: ReactNode
}

/** A draft as fields, each with what is wrong with it. */
export function DraftForm({ subject, draft, issues, children }: DraftFormProps) {
  const placed = useMemo(
    () => issues.map(({ message, path }) => ({ message, path: path.split('.') })),
    [issues],
  )
  return (
    <EditorContext
      value={{
        settings: draft.value,
        issues: placed,
        set: (path, value) => draft.edit({ kind: 'set', path, value }),
      }}
    >
      <Fill
        component="section"
        h="100%"
        aria-label={`${subject.slice(0, 1).toUpperCase()}${subject.slice(1)} as a form`}
      >
        <Scroll px="md">
          {draft.textError !== null && (
            <Notice mt="sm" py={6} px="sm" role="status">
              The YAML cannot be read, so the form shows the last valid version and is locked:{' '}
              {draft.textError}
            </Notice>
          )}
          {children}
        </Scroll>
      </Fill>
    </EditorContext>
  )
}
