import { describeDecision } from '../../../../shared/experiments/describe-decision-words.ts'
import { pickHeadlineMetrics } from '../../../../shared/experiments/pick-primary-metric.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { verdictLooks } from '../../../../shared/kernel/words/verdict-words.ts'
import { ExplainedLabel } from '../../../ui/components/explained.tsx'
import { VariantMark } from '../../../ui/components/marks/variant-mark.tsx'
import { Tag } from '../../../ui/components/tag.tsx'
import { Block, Inline, Lead, Note, Row } from '../../../ui/layout/layout.tsx'
import { UsePresetButton } from '../../take-home/use-arm.tsx'
import { useExperiment } from '../experiment-context.ts'
import { FigureLink } from './figure-link.tsx'
import { MetricFigure } from './result-row.tsx'
import styles from './results-table.module.css'

/** The question of the experiment, what the primary metric answers, and each variant in four figures. */
export function Answer() {
  const { results, names, detail } = useExperiment()
  if (results === null) return null
  const decision = describeDecision(results, names.findName)
  const { question } = detail.summary
  return (
    <Block component="section" pt="md" pb="sm" px="md" aria-label="Answer">
      {question !== '' && <Note mb="xs">{showControls(question)}</Note>}
      {decision === null ? (
        <Lead p={0}>There is only one variant, so there is nothing to compare.</Lead>
      ) : decision.lines.length === 0 ? (
        <Lead p={0} maw="120ch">
          {decision.title}.
        </Lead>
      ) : (
        decision.lines.map(({ comparisons: [comparison], text, limit }, index) => (
          <Lead
            key={comparison.b}
            p={0}
            pb="xs"
            maw="120ch"
            {...(index === 0 ? {} : { fz: 'sm', lh: '20px', fw: 400 })}
          >
            <span data-tone={comparison.verdict.word} aria-hidden>
              {verdictLooks[comparison.verdict.word].sign}
            </span>{' '}
            <FigureLink variantId={comparison.b} metric={comparison.metric}>
              {text}
            </FigureLink>
            {limit !== '' && (
              <Inline c="dimmed" fw={400}>
                {' '}
                {limit}
              </Inline>
            )}
          </Lead>
        ))
      )}
      <HeadlineFigures />
    </Block>
  )
}

/** The arm of a variant for use elsewhere. */
function UseVariant({ variantId }: { readonly variantId: string }) {
  const { detail } = useExperiment()
  const variant = detail.plan.variants.find(({ id }) => id === variantId)
  return variant === undefined ? null : (
    <UsePresetButton
      providerId={variant.providerId}
      presetId={variant.presetId}
      settings={variant.settings}
      isIcon
    />
  )
}

/** Each variant in the four figures that say most of it, the one that decides first. */
function HeadlineFigures() {
  const { results, names, baselineId, metrics } = useExperiment()
  if (results === null) return null
  const four = pickHeadlineMetrics(metrics, results.variants, results.primary?.metric)
  if (four.length === 0) return null
  return (
    <div className={styles.headlineScroller} tabIndex={0} role="region" aria-label="Headline figures">
      <table className={styles.headline} aria-label="Headline figures">
        <thead>
          <tr>
            <th scope="col">
              <ExplainedLabel label="Variant" />
            </th>
            {four.map((metric) => (
              <th key={metric.id} scope="col">
                <ExplainedLabel label={metric.label} />
                {metric.id === results.primary?.metric && four.length > 1 && (
                  <Inline tone="busy"> · decides</Inline>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.order.map((variantId) => (
            <tr key={variantId}>
              <th scope="row">
                <Row component="span" gap={6}>
                  <VariantMark place={names.findPlace(variantId)} />
                  {names.findName(variantId)}
                  <UseVariant variantId={variantId} />
                  {variantId === baselineId && <Tag about="The others are compared with it">baseline</Tag>}
                </Row>
              </th>
              {four.map((metric) => (
                <td key={metric.id}>
                  <MetricFigure variantId={variantId} metric={metric} isHeadline />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
