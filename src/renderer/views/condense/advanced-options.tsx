import { Select, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ProviderInfo } from '../../../shared/domain/provider.ts'
import { FigureInput } from '../../components/figure-input.tsx'
import { OrderedList } from '../../components/ordered-list.tsx'
import styles from './condense-tab.module.css'
import type { OptionsProps } from './model-bar.tsx'
import { longestFallback } from './run-options.ts'

type AdvancedOptionsProps = OptionsProps & {
  readonly provider: ProviderInfo
  readonly providers: readonly ProviderInfo[]
  readonly asksModel: boolean
}

/** What to try where the first provider fails or saves too little, and what counts as too little. */
export function AdvancedOptions(props: AdvancedOptionsProps) {
  const { provider, providers, options, issues, change, asksModel } = props
  const { fallback } = options
  const labelOf = (id: string): string => providers.find((candidate) => candidate.id === id)?.label ?? id
  const free = providers.filter(({ id }) => id !== provider.id && !fallback.includes(id))
  return (
    <section className={styles.advanced} aria-label="Advanced options">
      <div className={styles.chain}>
        <span className={styles.label}>Fallback chain</span>
        <p className={styles.about}>
          Tried in this order, with their defaults, where {provider.label} fails or saves too little.
        </p>
        <OrderedList
          label="Fallback chain"
          items={fallback}
          labelOf={labelOf}
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
            description="Even where its answer to the same request is kept"
            checked={options.ignoreCache}
            onChange={(event) => change({ ignoreCache: event.currentTarget.checked })}
          />
        )}
      </div>
    </section>
  )
}
