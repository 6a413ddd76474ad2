import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { ProviderInfo } from '../../../shared/domain/provider.ts'
import { countOf } from '../../lib/format.ts'
import { AdvancedOptions } from './advanced-options.tsx'
import styles from './condense-tab.module.css'
import { ModelBar, type OptionsProps } from './model-bar.tsx'
import { takesPrompt, type RunOptions } from './run-options.ts'

type RunOptionsPanelProps = OptionsProps & {
  readonly provider: ProviderInfo
  readonly providers: readonly ProviderInfo[]
}

/** The model where one is asked, and behind a button what few runs need. */
export function RunOptionsPanel(props: RunOptionsPanelProps) {
  const { provider, providers, options } = props
  const [isOpen, setIsOpen] = useState(false)
  const chain = [provider, ...providers.filter(({ id }) => options.fallback.includes(id))]
  const asksModel = chain.some(({ capabilities }) => capabilities.usesModel)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      {asksModel && <ModelBar {...props} hasPrompt={chain.some(takesPrompt)} />}
      <div className={styles.more}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          leftSection={<Chevron size={14} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          Advanced
        </Button>
        {!isOpen && <span className={styles.summary}>{summaryOf(options)}</span>}
      </div>
      {isOpen && <AdvancedOptions {...props} asksModel={asksModel} />}
    </>
  )
}

function summaryOf({ fallback, minimumGainPercent, ignoreCache }: RunOptions): string {
  const set = [
    fallback.length > 0 ? countOf(fallback.length, 'fallback') : null,
    minimumGainPercent === null ? null : `at least ${minimumGainPercent} % saved`,
    ignoreCache ? 'kept answers ignored' : null,
  ]
  return set.filter((part) => part !== null).join(' · ')
}
