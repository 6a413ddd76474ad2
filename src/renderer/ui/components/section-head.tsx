import type { ReactNode } from 'react'
import { Heading, Inline, Row } from '../layout/layout.tsx'

type SectionHeadProps = {
  readonly title: string
  /** Choices, beside the title. */
  readonly controls?: ReactNode
  /** What can be done with the section, at the end of the line. */
  readonly children?: ReactNode
}

/** The line that a chart or a table of a page begins with. */
export function SectionHead({ title, controls, children }: SectionHeadProps) {
  return (
    <Row mih={40} px="md">
      <Heading nowrap>{title}</Heading>
      {controls}
      <Inline flex={1} />
      {children}
    </Row>
  )
}
