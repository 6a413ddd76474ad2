import { Select, Switch, ActionIcon } from '@mantine/core'
import { IconPlus, IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import type { ProviderInfo } from '../../../../shared/methods/provider-types.ts'
import { FigureInput } from '../../../ui/components/form/figure-input.tsx'
import { Bar, Column, Inline, Note, Panel, Row } from '../../../ui/layout/layout.tsx'
import type { OptionsProps } from './model-bar.tsx'
import { longestFallback } from './run-options.ts'

type OrderedListProps = {
  readonly label: string
  readonly items: readonly string[]
  readonly findLabel: (item: string) => string
  readonly onChange: (items: readonly string[]) => void
}

type AdvancedOptionsProps = OptionsProps & {
  readonly provider: ProviderInfo
  readonly providers: readonly ProviderInfo[]
  readonly asksModel: boolean
}

/** What to try where the first provider fails or saves too little, and what counts as too little. */
export function AdvancedOptions(props: AdvancedOptionsProps) {
  const { provider, providers, options, issues, change, asksModel } = props
  const { fallback } = options
  const findLabel = (id: string): string => providers.find((candidate) => candidate.id === id)?.label ?? id
  const free = providers.filter(({ id }) => id !== provider.id && !fallback.includes(id))
  return (
    <Bar component="section" wrap gap="md 48px" bg="var(--surface)" aria-label="Advanced options">
      <Column gap="sm">
        <Inline fz="xs" fw={500} lh="16px">
          Fallback chain
        </Inline>
        <Note flex="1 1 100%">
          Tried in this order, with their defaults, if {provider.label} fails or saves too little.
        </Note>
        <OrderedList
          label="Fallback chain"
          items={fallback}
          findLabel={findLabel}
          onChange={(next) => change({ fallback: [...next] })}
        />
        {free.length > 0 && fallback.length < longestFallback && (
          <Select
            aria-label="Add a fallback"
            placeholder="Add a fallback"
            leftSection={<IconPlus size={14} aria-hidden />}
            w={220}
            data={free.map(({ id, label }) => ({ value: id, label }))}
            value={null}
            onChange={(id) => id !== null && change({ fallback: [...fallback, id] })}
          />
        )}
      </Column>
      <Column gap="sm">
        <FigureInput
          label="Minimum gain"
          unit="%"
          width={140}
          placeholder="the policy’s"
          value={options.minimumGainPercent}
          error={issues['minimumGainPercent']}
          onChange={(minimumGainPercent) => change({ minimumGainPercent })}
        />
        {asksModel && (
          <Switch
            label="Ask the model again"
            description="Even if its answer to the same request is cached"
            checked={options.ignoreCache}
            onChange={(event) => change({ ignoreCache: event.currentTarget.checked })}
          />
        )}
      </Column>
    </Bar>
  )
}

/** A short list that can be reordered and shortened, by mouse or by keyboard. */
function OrderedList({ label, items, findLabel, onChange }: OrderedListProps) {
  if (items.length === 0) return null
  const swap = (at: number): void => {
    const [above, below] = [items[at], items[at + 1]]
    if (above === undefined || below === undefined) return
    onChange([...items.slice(0, at), below, above, ...items.slice(at + 2)])
  }
  return (
    <Panel component="ol" w={220} aria-label={label}>
      {items.map((item, index) => (
        <Row key={item} component="li" gap={2} h={28} pr="xs" pl="sm">
          <Note component="span" w={18}>
            {index + 1}
          </Note>
          <Inline flex={1} fz="xs" cut>
            {findLabel(item)}
          </Inline>
          <ActionIcon
            size="sm"
            aria-label={`Move ${findLabel(item)} up`}
            disabled={index === 0}
            onClick={() => swap(index - 1)}
          >
            <IconArrowUp size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={`Move ${findLabel(item)} down`}
            disabled={index === items.length - 1}
            onClick={() => swap(index)}
          >
            <IconArrowDown size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={`Remove ${findLabel(item)}`}
            onClick={() => onChange(items.filter((other) => other !== item))}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Row>
      ))}
    </Panel>
  )
}
