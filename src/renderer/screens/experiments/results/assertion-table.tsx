import { buildAssertionTable } from '../../../../shared/experiments/build-assertion-table.ts'
import type { AssertionResult } from '../../../../shared/experiments/experiment-results-types.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { DocumentView } from '../../../ui/document/document-view.tsx'
import { Block, Heading } from '../../../ui/layout/layout.tsx'
import { useExperiment } from '../experiment-context.ts'
import { drawFigureLink } from './figure-link.tsx'

/** What had to hold, and whether it does. Failed and undecided assertions come first, passed ones are folded. */
export function AssertionTable() {
  const { results, metrics } = useExperiment()
  const assertions = results?.assertions ?? []
  const of = (wanted: AssertionResult['state']) => assertions.filter(({ state }) => state === wanted)
  const [failed, open, held] = [of('failed'), of('inconclusive'), of('ok')]
  if (assertions.length === 0) return null
  return (
    <Block component="section" py="sm" px="md" line="top" aria-label="Assertions">
      <Heading mb="xs">
        Assertions:{' '}
        {[
          ...(failed.length === 0 ? [] : [`${failed.length} of ${assertions.length} do not hold`]),
          ...(open.length === 0 ? [] : [`${open.length} of ${assertions.length} inconclusive`]),
        ].join(', ') || 'all hold'}
      </Heading>
      <DocumentView
        blocks={[
          {
            ...buildAssertionTable({ assertions: [...failed, ...open], metrics }),
            caption: 'Assertions that do not hold',
          },
          {
            ...buildAssertionTable({ assertions: held, metrics }),
            caption: `${formatCountWithNoun(held.length, 'assertion')} that hold`,
            isFolded: true,
          },
        ]}
        drawFigure={drawFigureLink}
      />
    </Block>
  )
}
