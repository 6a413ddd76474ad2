import type { ReactNode } from 'react'
import { Block } from '../../layout/layout.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import { Split, type SplitLayout } from '../split.tsx'
import type { TextDraft } from './use-text-draft.ts'

type DraftHalvesProps = {
  readonly id: string
  readonly draft: TextDraft
  /** Percent of the width that each half has. */
  readonly layout: SplitLayout
  readonly onLayout: (layout: SplitLayout) => void
  readonly form: ReactNode
  readonly yaml: ReactNode
}

/** The same draft twice over, as a form and as YAML. */
export function DraftHalves({ id, draft, layout, onLayout, form, yaml }: DraftHalvesProps) {
  return (
    <Block flex={1} mih={240}>
      <Split
        id={id}
        direction="horizontal"
        stackBelow={760}
        layout={layout}
        onLayout={onLayout}
        label="Width of the form"
        // The draft is remembered: a form that fails must leave the YAML and the ways to another draft.
        first={<ErrorBoundary subject={draft.value}>{form}</ErrorBoundary>}
        second={yaml}
      />
    </Block>
  )
}
