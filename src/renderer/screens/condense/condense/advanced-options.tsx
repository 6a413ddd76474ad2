import { Select, Switch, ActionIcon } from '@mantine/core'
import { IconPlus, IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import type { ProviderInfo } from '../../../../shared/methods/provider-types.ts'
import { FigureInput } from '../../../ui/components/form/figure-input.tsx'
import type { OptionsProps } from './model-bar.tsx'
import { longestFallback } from './run-options.ts'
import orderedListStyles from '../../../ui/components/ordered-list.module.css'
import styles from './condense-tab.module.css'

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
    <section className={styles.advanced} aria-label="Advanced options">
      <div className={styles.chain}>
        <span className={styles.label}>Fallback chain</span>
        <p className={styles.about}>
          Tried in this order, with their defaults, if {provider.label} fails or saves too little.
        </p>
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
      </div>
      <div className={styles.chain}>
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
      </div>
    </section>
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
    <ol className={orderedListStyles.list} aria-label={label}>
      {items.map((item, index) => (
        <li key={item} className={orderedListStyles.item}>
          <span className={orderedListStyles.number}>{index + 1}</span>
          <span className={orderedListStyles.name}>{findLabel(item)}</span>
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
        </li>
      ))}
    </ol>
  )
}
