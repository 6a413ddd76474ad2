import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { Prompt } from '../../../shared/domain/prompt.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SideList, SideListItem } from '../../components/side-list.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { Split } from '../../components/split.tsx'
import { Toolbar } from '../../components/toolbar.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useSplitLayout } from '../../data/use-split-layout.ts'
import { countOf } from '../../lib/format.ts'
import { routes } from '../../lib/routes.ts'
import { NewPromptButton } from './new-prompt-button.tsx'
import { PromptPane } from './prompt-pane.tsx'
import { promptTabs, type PromptAddress } from './prompt-address.ts'
import { purposeLabels } from '../../lib/purpose-labels.ts'

/** The prompts that ask for summaries, version by version. */
export function PromptsView(address: PromptAddress) {
  const { queries } = useEngine()
  const [, navigate] = useLocation()
  const split = useSplitLayout('prompts', 24)
  const list = useQuery(queries.prompts.list.queryOptions())
  const prompts = list.data
  const selected = prompts?.find((prompt) => prompt.id === address.promptId) ?? prompts?.[0] ?? null
  return (
    <>
      <Toolbar title="Prompts">
        {prompts !== undefined && <span className="figure">{countOf(prompts.length, 'prompt')}</span>}
        <Toolbar.Spring />
        <NewPromptButton />
      </Toolbar>
      {prompts === undefined && !list.isError && <SkeletonRows label="Loading prompts" />}
      {prompts === undefined && list.isError && (
        <ErrorPanel problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
      )}
      {prompts !== undefined && selected === null && (
        <EmptyPanel>No prompt yet. A prompt of your own can take the place of a provider’s.</EmptyPanel>
      )}
      {prompts !== undefined && selected !== null && (
        <Split
          id="prompts"
          direction="horizontal"
          {...split}
          label="Width of the list"
          first={
            <SideList
              label="Prompts"
              items={prompts}
              itemId={(prompt) => prompt.id}
              selectedId={selected.id}
              onSelect={(id) => navigate(routes.prompt(id), { replace: true })}
              renderItem={(prompt) => <PromptItem prompt={prompt} />}
            />
          }
          second={
            <PromptPane
              key={selected.id}
              prompt={selected}
              tab={promptTabs.find((tab) => tab === address.tab) ?? 'text'}
              before={versionOf(address.before)}
              after={versionOf(address.after)}
            />
          }
        />
      )}
    </>
  )
}

function PromptItem({ prompt }: { readonly prompt: Prompt }) {
  const versions = countOf(prompt.versions.length, 'version')
  return <SideListItem title={prompt.name} about={`${purposeLabels[prompt.purpose]} · ${versions}`} />
}

function versionOf(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null
}
