import { Button, Tabs } from '@mantine/core'
import { IconFlask, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Prompt, PromptPurpose } from '../../../shared/prompts/prompt-types.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useSplitLayout } from '../../data/use-split-layout.ts'
import { formatCountWithNoun } from '../../lib/format.ts'
import { purposeLabels } from '../../lib/purpose-labels.ts'
import { routes } from '../../lib/routes.ts'
import { EmptyPanel } from '../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { SideList, SideListItem } from '../../ui/components/lists/side-list.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'
import { Split } from '../../ui/components/split.tsx'
import { Toolbar } from '../../ui/components/toolbar.tsx'
import { Fill } from '../../ui/layout/layout.tsx'
import { NamePromptDialog, type PromptToName } from './name-prompt-dialog.tsx'
import { PromptEditor } from './prompt-editor.tsx'
import { PromptHeader } from './prompt-header.tsx'
import { PromptVersions, PromptCompare } from './prompt-versions.tsx'

/** Tabs of a prompt, in their order. */
const promptTabs = ['text', 'compare', 'versions'] as const

/** One of the tabs. */
type PromptTab = (typeof promptTabs)[number]

/** The address behind `/prompts`, with null for missing steps. */
type PromptAddress = {
  readonly promptId: string | null
  readonly tab: string | null
  readonly before: string | null
  readonly after: string | null
}

type PromptPaneProps = {
  readonly prompt: Prompt
  readonly tab: PromptTab
  readonly before: number | null
  readonly after: number | null
}

const firstTexts: Readonly<Record<PromptPurpose, string>> = {
  conversation:
    'Summarise the conversation so far, so that the work can go on from the summary alone. Keep what the user asked for, decisions and their reasons, paths, errors and open tasks.',
  'tool-output':
    'Summarise the output of this tool. Keep paths, figures, errors and everything that was asked for.',
}

/** The prompts that ask for summaries, version by version. */
export function PromptsView(address: PromptAddress) {
  const { queries } = useEngine()
  const [, navigate] = useLocation()
  const split = useSplitLayout('prompts', 24)
  const list = useQuery(queries.prompts.list.queryOptions())
  const prompts = list.data
  const [ticked, setTicked] = useState<readonly string[]>([])
  const selected = prompts?.find((prompt) => prompt.id === address.promptId) ?? prompts?.[0] ?? null
  return (
    <>
      <Toolbar title="Prompts">
        {prompts !== undefined && (
          <span className="figure">{formatCountWithNoun(prompts.length, 'prompt')}</span>
        )}
        <Toolbar.Spring />
        <CompareButton ticked={ticked} />
        <NewPromptButton />
      </Toolbar>
      {prompts === undefined && !list.isError && <SkeletonRows label="Loading prompts" />}
      {prompts === undefined && list.isError && (
        <ErrorPanel problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
      )}
      {prompts !== undefined && selected === null && (
        <EmptyPanel>No prompt yet. A prompt of your own can replace a provider’s.</EmptyPanel>
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
              ticks={{ ids: ticked, canTick, onTick: (id) => setTicked(withOrWithout(ticked, id)) }}
            />
          }
          second={
            <PromptPane
              key={selected.id}
              prompt={selected}
              tab={promptTabs.find((tab) => tab === address.tab) ?? 'text'}
              before={readVersion(address.before)}
              after={readVersion(address.after)}
            />
          }
        />
      )}
    </>
  )
}

/** No method of its own condenses one output of a tool. */
const canTick = ({ purpose }: Prompt): boolean => purpose === 'conversation'

function withOrWithout(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]
}

function PromptItem({ prompt }: { readonly prompt: Prompt }) {
  const versions = formatCountWithNoun(prompt.versions.length, 'version')
  return <SideListItem title={prompt.name} about={`${purposeLabels[prompt.purpose]} · ${versions}`} />
}

function readVersion(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null
}

function CompareButton({ ticked }: { readonly ticked: readonly string[] }) {
  const [, navigate] = useLocation()
  return (
    <Button
      variant="default"
      leftSection={<IconFlask size={14} aria-hidden />}
      disabled={ticked.length < 2}
      title="Tick two prompts of the list, or compare two versions of one"
      onClick={() => navigate(routes.comparePrompts(ticked))}
    >
      Compare on tasks
    </Button>
  )
}

function NewPromptButton() {
  const [prompt, setPrompt] = useState<PromptToName | null>(null)
  const fresh = { name: '', readText: (purpose: PromptPurpose) => firstTexts[purpose], note: 'First draft' }
  return (
    <>
      <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setPrompt(fresh)}>
        New prompt
      </Button>
      <NamePromptDialog prompt={prompt} onClose={() => setPrompt(null)} />
    </>
  )
}

/** One prompt: its newest text, any two versions beside each other, and where they were used. */
function PromptPane({ prompt, tab, before, after }: PromptPaneProps) {
  const [, navigate] = useLocation()
  const newest = prompt.versions.length
  return (
    <Fill h="100%">
      <PromptHeader prompt={prompt} />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => {
          const chosen = promptTabs.find((candidate) => candidate === next) ?? 'text'
          navigate(`${routes.prompt(prompt.id)}/${chosen}`, { replace: true })
        }}
      >
        <Tabs.List>
          <Tabs.Tab value="text">Text</Tabs.Tab>
          <Tabs.Tab value="compare" disabled={newest < 2}>
            Compare
          </Tabs.Tab>
          <Tabs.Tab value="versions">Versions and uses</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="text">
          <PromptEditor prompt={prompt} />
        </Tabs.Panel>
        <Tabs.Panel value="compare">
          <PromptCompare prompt={prompt} before={before ?? Math.max(1, newest - 1)} after={after ?? newest} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <PromptVersions prompt={prompt} />
        </Tabs.Panel>
      </Tabs>
    </Fill>
  )
}
