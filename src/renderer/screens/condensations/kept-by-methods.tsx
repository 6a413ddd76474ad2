import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { buildKeepingTable } from '../../../shared/condensations/build-condensation-tables.ts'
import type { KeptByMethods as Kept } from '../../../shared/condensations/kept-by-methods-types.ts'
import { recordedMethodId } from '../../../shared/methods/method-choice-types.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import type { CompareProgress } from '../../data/use-arm-comparison.ts'
import { routes } from '../../lib/routes.ts'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { SectionHead } from '../../ui/components/section-head.tsx'
import { DocumentView } from '../../ui/document/document-view.tsx'
import { Block, Note } from '../../ui/layout/layout.tsx'

type KeptByMethodsProps = { readonly taskId: string; readonly n: number }

/** What methods that need no key would have kept at the same cut; each leads to the difference that it makes. */
export function KeptByMethods({ taskId, n }: KeptByMethodsProps) {
  const { kept, progress, error, retry } = useKeptByMethods(taskId, n)
  return (
    <Block component="section" aria-label="What would have kept it" line="top">
      <SectionHead title="What would have kept it" />
      {error !== null && (
        <ErrorPanel title="Could not condense by the methods" problem={toProblem(error)} onRetry={retry} />
      )}
      {error === null && kept === undefined && (
        <Note px="md" pb="md" role="status">
          {progress === null
            ? 'Condensing at the same cut by each method that needs no key…'
            : `Condensed by ${progress.done} of ${progress.total} methods…`}
        </Note>
      )}
      {kept !== undefined && (
        <DocumentView
          blocks={[
            buildKeepingTable(kept, ({ id }) =>
              routes.condensation(taskId, n, id === recordedMethodId ? undefined : id),
            ),
          ]}
        />
      )}
    </Block>
  )
}

/** Measured when it is first asked for, and kept while the window is open. Leaving stops it. */
function useKeptByMethods(taskId: string, n: number) {
  const { client } = useEngine()
  const [progress, setProgress] = useState<CompareProgress | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['kept-by-methods', taskId, n],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Kept> => {
      for await (const event of await client.condensations.methods({ taskId, n }, { signal })) {
        if (event.kind === 'finished') return event
        setProgress(event)
      }
      throw new Error('Condensing ended without figures.')
    },
  })
  return { kept: data, progress, error, retry: () => void refetch() }
}
