import type { ReactNode } from 'react'
import {
  buildAttemptTable,
  buildDecisionTable,
  buildEventTable,
} from '../../../../shared/condense/build-outcome-tables.ts'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { DocumentView } from '../../../ui/document/document-view.tsx'
import { Block, Panel, Scroll } from '../../../ui/layout/layout.tsx'
import { ResultFigures, WarningList } from './result-figures.tsx'

/** What is left of a run that came to no end. */
export function SpentNote({ run: { spent } }: { readonly run: RunSummary }) {
  if (spent === undefined) return null
  const { costUsd, unknownUsd, modelCalls } = spent
  const most = unknownUsd > 0 ? `, and up to ${formatUsd(unknownUsd)} more that was not reported` : ''
  return ` Its ${formatCountWithNoun(modelCalls, 'model call')} cost about ${formatUsd(costUsd)} at the prices of the model${most}.`
}

/** What to do about failures of models. */
const hints: Readonly<Record<string, string>> = {
  authentication: 'Give the model a key that its vendor accepts, and run it again.',
  budget:
    'Raise the limit of the run or the one in Settings, or set the prices of the model, and run it again.',
  'input-too-long': 'Choose a model with a larger window, or truncate first, and run it again.',
  network: 'Check that the server of the model is running and reachable, and run it again.',
  overloaded: 'The vendor is busy: run it again later.',
  'rate-limit': 'The vendor asks for a pause: run it again later.',
  timeout: 'Run it again, or give the model a longer time limit.',
}

/** A failed run: its error, what to do, and what was tried. */
export function FailedRun({ run }: { readonly run: RunSummary }) {
  const error = run.outcome?.error ?? { code: 'unknown', message: 'The run failed without saying why.' }
  const validity = run.outcome?.validity.map(({ rule, detail }) => `${rule}: ${detail}`) ?? []
  return (
    <>
      <ResultFigures run={run} />
      <WarningList run={run} />
      <ErrorPanel
        title="Failed: there is no result"
        problem={{
          message: error.message,
          where: `${run.providerId}: ${error.code}`,
          hint: `${hints[error.code] ?? 'Change the settings and run it again.'} The history is unchanged.`,
          details: [
            `${error.code}: ${error.message}`,
            `run: ${run.id}`,
            `provider: ${run.providerId}`,
            ...validity,
          ].join('\n'),
        }}
      />
      <EndedRun run={run} />
    </>
  )
}

/** How a run ended when there is nothing to compare. */
export function RunNotice({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Panel component="section" m="md" p="md" maw={880} bg="var(--surface)" role="status">
      <Block component="h2">{title}</Block>
      <Block component="p" c="dimmed">
        {children}
      </Block>
    </Panel>
  )
}

/** What is known of a run without a result to compare: the attempts, the decisions and the events. */
export function EndedRun({ run }: { readonly run: RunSummary }) {
  const { attempts = [], events = [], trace = [] } = run.outcome ?? {}
  if (attempts.length < 2 && events.length === 0 && trace.length === 0) return null
  return (
    <Scroll>
      <DocumentView
        blocks={[
          ...(attempts.length > 1 ? [buildAttemptTable(attempts)] : []),
          buildDecisionTable(trace),
          { ...buildEventTable(events), isFolded: true },
        ]}
      />
    </Scroll>
  )
}
