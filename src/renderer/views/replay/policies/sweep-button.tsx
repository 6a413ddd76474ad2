import { Button, Checkbox, Group, Modal } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { thresholdRange } from '../../../../shared/domain/model-profile.ts'
import { usualTrigger } from '../../../../shared/domain/policy.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { jsonAt } from '../../../components/editor-fields/json-at.ts'
import { FigureInput } from '../../../components/figure-input.tsx'
import { useEditorChoices } from '../../../data/use-editor-choices.ts'
import { countOf } from '../../../lib/format.ts'
import styles from './policies.module.css'
import { mostPolicies, notListed, sweepPolicies, thresholdsOf, type Sweep } from './sweep-policies.ts'
import type { PolicyDraft } from './use-policy-draft.ts'
import { usualWindows } from './window-field.tsx'

/** Makes many policies at once: every provider with every window at every threshold. */
export function SweepButton({ draft }: { readonly draft: PolicyDraft }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconStack2 size={14} aria-hidden />}
        disabled={draft.textError !== null}
        onClick={() => setIsOpen(true)}
      >
        Sweep
      </Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title="Sweep thresholds" size="lg">
        <SweepForm draft={draft} onClose={() => setIsOpen(false)} />
      </Modal>
    </>
  )
}

type SweepFormProps = { readonly draft: PolicyDraft; readonly onClose: () => void }

const firstSweep: Sweep = {
  providers: ['native', 'lossless'],
  windows: [usualTrigger.windowTokens],
  from: 50,
  to: 100,
  step: 10,
}

function SweepForm({ draft, onClose }: SweepFormProps) {
  const [sweep, setSweep] = useState<Sweep>(firstSweep)
  const entries = Array.isArray(draft.value['policies']) ? draft.value['policies'] : []
  const ids = entries.map((entry) => jsonAt(entry, ['id'])).filter((id) => typeof id === 'string')
  const isPlain = ids.map((id) => id === 'none' || id === 'recorded')
  const kept = entries.filter((_, index) => isPlain[index])
  const added = notListed(sweepPolicies(sweep, ids), entries)
  const anew = sweepPolicies(sweep, ['none', 'recorded'])
  const place = (policies: readonly unknown[]): void => {
    // Policies are plain data, made here or read from the text.
    draft.edit({ kind: 'set', path: ['policies'], value: [...policies] as typeof entries })
    onClose()
  }
  const fault = faultOf(sweep)
  return (
    <div className={styles.sweep}>
      <SweepFields sweep={sweep} onChange={(patch) => setSweep({ ...sweep, ...patch })} />
      <p className={styles.note} role="status" data-bad={fault !== null || anew.length > mostPolicies}>
        {fault ?? sizeOf({ all: anew.length, added: added.length, present: entries.length })}
      </p>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="default"
          disabled={fault !== null || added.length === 0 || entries.length + added.length > mostPolicies}
          onClick={() => place([...entries, ...added])}
        >
          Add to the policies
        </Button>
        <Button
          disabled={fault !== null || kept.length + anew.length > mostPolicies}
          onClick={() => place([...kept, ...anew])}
        >
          Take their place
        </Button>
      </Group>
    </div>
  )
}

const thresholdFields = [
  { key: 'from', label: 'Threshold from' },
  { key: 'to', label: 'to' },
  { key: 'step', label: 'in steps of' },
] as const

type SweepFieldsProps = { readonly sweep: Sweep; readonly onChange: (patch: Partial<Sweep>) => void }

function SweepFields({ sweep, onChange: change }: SweepFieldsProps) {
  const { providers } = useEditorChoices()
  return (
    <>
      <Checkbox.Group
        label="Providers"
        value={[...sweep.providers]}
        onChange={(next) => change({ providers: next })}
      >
        <div className={styles.choices}>
          {providers.map(({ id, label }) => (
            <Checkbox key={id} value={id} label={label} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox.Group
        label="Windows, tokens"
        value={sweep.windows.map(String)}
        onChange={(next) => change({ windows: next.map(Number).toSorted((a, b) => a - b) })}
      >
        <div className={styles.choices}>
          {usualWindows.map((window) => (
            <Checkbox key={window} value={String(window)} label={formatInteger(window)} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={styles.figures}>
        {thresholdFields.map(({ key, label }) => (
          <FigureInput
            key={key}
            label={label}
            unit="%"
            width={120}
            value={sweep[key]}
            onChange={(percent) => change({ [key]: percent ?? Number.NaN })}
          />
        ))}
      </div>
    </>
  )
}

function faultOf(sweep: Sweep): string | null {
  const { providers, windows, from, to } = sweep
  if (providers.length === 0) return 'Choose a provider.'
  if (windows.length === 0) return 'Choose a window.'
  if (from < thresholdRange.min || to > thresholdRange.max)
    return `Thresholds lie between ${thresholdRange.min} and ${thresholdRange.max} %.`
  return thresholdsOf(sweep).length === 0 ? 'These thresholds lead nowhere.' : null
}

type Sizes = { readonly all: number; readonly added: number; readonly present: number }

function sizeOf({ all, added, present }: Sizes): string {
  const listed = all === added ? '' : `, ${all - added} of them there already`
  const limit = `A replay takes ${mostPolicies} at most.`
  return `${countOf(all, 'policy', 'policies')}${listed}; with those that are there, ${added + present}. ${limit}`
}
