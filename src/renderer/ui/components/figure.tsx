import type { ReactNode } from 'react'
import type { TermId } from '../../../shared/kernel/words/glossary.ts'
import { Block, Caption, Row } from '../layout/layout.tsx'
import { ExplainedLabel } from './explained.tsx'

type FigureProps = {
  readonly label: string
  readonly value: ReactNode
  readonly note?: string
  /** What the label means, where its words alone do not lead to the right term of the glossary. */
  readonly about?: TermId
  readonly tone?: 'plain' | 'good' | 'bad'
}

/** A figure with its label above it. */
export function Figure({ label, value, note, about, tone = 'plain' }: FigureProps) {
  return (
    <div>
      <Caption component="dt" nowrap>
        <ExplainedLabel label={label} term={about} />
      </Caption>
      <Block component="dd" fz="lg" lh="20px" nowrap tone={tone === 'bad' ? 'caution' : tone} title={note}>
        {value}
      </Block>
    </div>
  )
}

/** A row of figures. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return (
    <Row component="dl" align="stretch" wrap gap="xs xl">
      {children}
    </Row>
  )
}
