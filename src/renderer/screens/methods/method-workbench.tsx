import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { usePreference } from '../../data/use-preference.ts'
import { useSplitLayout } from '../../data/use-split-layout.ts'
import { compactionWords } from '../../lib/compaction-words.ts'
import { buildMethodId, listMethods, type MethodRow } from '../../lib/list-methods.ts'
import { EmptyPanel } from '../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { SideList, SideListItem } from '../../ui/components/lists/side-list.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'
import { Split } from '../../ui/components/split.tsx'
import { Bar, Block, Fill } from '../../ui/layout/layout.tsx'
import { MethodEditor } from './editor/method-editor.tsx'
import { useTakeMethod } from './use-take-method.ts'

type MethodWorkbenchProps = {
  /** The task that methods are tried on; null where there is none. */
  readonly taskId: string | null
  /** The provider that the address names. */
  readonly providerId: string | null
  /** Leads to the address of a provider. */
  readonly onProvider: (providerId: string) => void
}

/** Every method in a list, and the chosen one in an editor with a preview on a task. */
export function MethodWorkbench({ taskId, providerId, onProvider }: MethodWorkbenchProps) {
  const { queries, opener } = useEngine()
  const staleTime = Number.POSITIVE_INFINITY
  const providers = useQuery(queries.providers.list.queryOptions({ staleTime }))
  const presets = useQuery(queries.presets.list.queryOptions({ input: {} }))
  const arms = useQuery(queries.arms.list.queryOptions({ staleTime }))
  const policy = useQuery(queries.policy.get.queryOptions())
  const preferences = useQuery(queries.preferences.all.queryOptions({ staleTime }))
  const [remembered] = usePreference('condense.provider', z.string(), '')
  const split = useSplitLayout('methods', 26)
  const take = useTakeMethod()
  // Counts what was taken: each begins with its own settings.
  const [takes, setTakes] = useState(0)
  const rows = useMemo(
    () => listMethods(presets.data ?? [], providers.data ?? [], arms.data ?? []),
    [presets.data, providers.data, arms.data],
  )
  const failed = [providers, presets].find(({ isError }) => isError)
  if (failed !== undefined)
    return <ErrorPanel problem={toProblem(failed.error)} onRetry={() => void failed.refetch()} />
  // The draft is among the preferences: an editor without them would begin anew.
  if (providers.data === undefined || presets.data === undefined || policy.isPending || preferences.isPending)
    return <SkeletonRows label="Loading the methods" />
  const named = [providerId, remembered, policy.data?.defaultProvider]
  const provider =
    named.map((id) => providers.data.find((known) => known.id === id)).find((known) => known !== undefined) ??
    providers.data[0]
  if (provider === undefined) return <EmptyPanel>No method is installed.</EmptyPanel>
  const choose = async ({ preset }: MethodRow): Promise<void> => {
    await take({ providerId: preset.providerId, presetId: preset.id })
    onProvider(preset.providerId)
    setTakes((count) => count + 1)
  }
  return (
    <Block flex={1} mih={0}>
      <Split
        id="methods"
        direction="horizontal"
        {...split}
        label="Width of the list"
        first={
          <MethodList
            rows={rows}
            providerId={provider.id}
            onChoose={(row) => void choose(row).catch(opener.fail)}
          />
        }
        second={
          <MethodEditor
            key={`${provider.id} ${takes}`}
            taskId={taskId}
            provider={provider}
            providers={providers.data}
            rows={rows}
          />
        }
      />
    </Block>
  )
}

function findMethods(rows: readonly MethodRow[], query: string): readonly MethodRow[] {
  const words = query.toLowerCase().split(/\s+/)
  return rows.filter((row) => {
    const text = `${row.label} ${row.about} ${row.group} ${row.description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

type MethodListProps = {
  readonly rows: readonly MethodRow[]
  readonly providerId: string
  readonly onChoose: (row: MethodRow) => void
}

/** The methods by whose they are. The one in the editor is the chosen one. */
function MethodList({ rows, providerId, onChoose }: MethodListProps) {
  const [query, setQuery] = useState('')
  const [presetId] = usePreference(`preset.${providerId}`, z.string(), '')
  const ofProvider = rows.filter(({ preset }) => preset.providerId === providerId)
  const chosen = ofProvider.find(({ preset }) => preset.id === presetId) ?? ofProvider[0]
  const found = findMethods(rows, query)
  // Every method makes what others call a compaction.
  const shown = found.length > 0 || !compactionWords.includes(query.trim().toLowerCase()) ? found : rows
  return (
    <Fill h="100%" line="right">
      <Bar>
        <TextInput
          aria-label="Find a method"
          placeholder={`Find one of ${rows.length} methods`}
          leftSection={<IconSearch size={14} aria-hidden />}
          flex={1}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </Bar>
      {shown.length === 0 ? (
        <EmptyPanel>No such method.</EmptyPanel>
      ) : (
        <SideList
          label="Methods"
          items={shown}
          itemId={({ id }) => id}
          itemGroup={({ group }) => group}
          selectedId={chosen === undefined ? null : buildMethodId(chosen.preset)}
          onSelect={(id) => {
            const row = rows.find((known) => known.id === id)
            if (row !== undefined) onChoose(row)
          }}
          renderItem={({ label, about }) => <SideListItem title={label} about={about} />}
        />
      )}
    </Fill>
  )
}
