import { Button, NumberInput } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ProviderInfo } from '../../../shared/domain/provider.ts'
import { PresetNote } from '../presets/preset-note.tsx'
import { PresetPicker } from '../presets/preset-picker.tsx'
import type { PresetDesk } from '../presets/use-preset-desk.ts'
import styles from './condense-tab.module.css'

type CondenseBarProps = {
  readonly provider: ProviderInfo
  readonly desk: PresetDesk
  readonly targetTokens: number | null
  readonly onTargetTokens: (tokens: number | null) => void
  readonly onDefaults: () => void
  /** The buttons at the end: what else can be set, and run. */
  readonly children: ReactNode
}

/** Preset and target on the left, what to do with them on the right. */
export function CondenseBar(props: CondenseBarProps) {
  const { provider, desk, targetTokens, onTargetTokens, onDefaults, children } = props
  return (
    <div className={styles.bar}>
      <PresetPicker desk={desk} />
      <NumberInput
        label={provider.capabilities.multiPass ? 'Target (tok)' : 'Warn above (tok)'}
        title={targetNote(provider)}
        w={140}
        min={1}
        allowDecimal={false}
        hideControls
        thousandSeparator=" "
        placeholder="none"
        value={targetTokens ?? ''}
        onChange={(value) => onTargetTokens(typeof value === 'number' && value > 0 ? value : null)}
      />
      <PresetNote desk={desk} />
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconRestore size={14} aria-hidden />}
        onClick={onDefaults}
      >
        Defaults
      </Button>
      {children}
    </div>
  )
}

/** Only providers that work in passes can go on until a target is met. */
function targetNote({ label, capabilities }: ProviderInfo): string {
  return capabilities.multiPass
    ? 'The run stops after the pass that meets it, and warns where none does.'
    : `The result is marked where it is larger than this. ${label} works in one go and does not stop at it.`
}
