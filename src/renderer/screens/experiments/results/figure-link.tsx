import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { routes } from '../../../lib/routes.ts'
import { useExperiment } from '../experiment-context.ts'

type FigureLinkProps = {
  readonly variantId: string
  readonly metric: string
  readonly className?: string | undefined
  readonly title?: string
  readonly children: ReactNode
}

/** Names a figure among the links of the page. */
export function buildFigureKey(variantKey: string, metric: string): string {
  return `${variantKey} ${metric}`
}

/** A figure that leads to the checkpoints behind it. */
export function FigureLink({ variantId, metric, className = '', title, children }: FigureLinkProps) {
  const { detail } = useExperiment()
  return (
    <Link
      data-figure={buildFigureKey(variantId, metric)}
      href={routes.experimentFigure(detail.summary.id, variantId, metric)}
      className={className}
      title={title}
    >
      {children}
    </Link>
  )
}
