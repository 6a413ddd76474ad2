import type { ReactNode } from 'react'
import type { FigureName } from '../../../../shared/document/document.ts'
import { routes } from '../../../lib/routes.ts'
import { QuietLink } from '../../../ui/layout/layout.tsx'
import { useExperiment } from '../experiment-context.ts'

type FigureLinkProps = {
  readonly variantId: string
  readonly metric: string
  readonly title?: string
  readonly children: ReactNode
}

/** Names a figure among the links of the page. */
export function buildFigureKey(variantKey: string, metric: string): string {
  return `${variantKey} ${metric}`
}

/** A figure that leads to the checkpoints behind it. */
export function FigureLink({ variantId, metric, title, children }: FigureLinkProps) {
  const { detail } = useExperiment()
  return (
    <QuietLink
      data-figure={buildFigureKey(variantId, metric)}
      href={routes.experimentFigure(detail.summary.id, variantId, metric)}
      title={title}
    >
      {children}
    </QuietLink>
  )
}

/** Draws the name of a figure in a document as a link to its checkpoints. */
export function drawFigureLink(figure: FigureName, text: string): ReactNode {
  return <FigureLink {...figure}>{text}</FigureLink>
}
