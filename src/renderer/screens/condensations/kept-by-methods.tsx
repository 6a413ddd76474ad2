import { buildKeepingTable } from '../../../shared/condensations/build-condensation-tables.ts'
import { recordedMethodId } from '../../../shared/methods/method-choice-types.ts'
import { toProblem } from '../../data/to-problem.ts'
import { routes } from '../../lib/routes.ts'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { SectionHead } from '../../ui/components/section-head.tsx'
import { DocumentView } from '../../ui/document/document-view.tsx'
import { Block, Note } from '../../ui/layout/layout.tsx'
import { useKeptByMethods } from './use-kept-by-methods.ts'

type KeptByMethodsProps = { readonly taskId: string; readonly n: number }

/** What methods that need no key would have kept at the same cut; each leads to the difference that it makes. */
export function KeptByMethods({ taskId, n }: KeptByMethodsProps) {
  const { kept, progress, error, retry } = useKeptByMethods(taskId, n, true)
  return (
    <Block component="section" miw={0} aria-label="What would have kept it">
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
