import { Button, Switch, Checkbox, Group, Modal } from '@mantine/core'
import { IconPlus, IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import type { ExperimentIssue } from '../../../../shared/experiments/experiment-file-types.ts'
import { usualTrigger } from '../../../../shared/installation/policy-types.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { thresholdRange } from '../../../../shared/models/model-profile-types.ts'
import {
  isPlainPolicy,
  plainPolicyIds,
  type PlainPolicyId,
} from '../../../../shared/replay/replay-policy-types.ts'
import { type EditorChoices, useEditorChoices } from '../../../data/use-editor-choices.ts'
import { usePieces } from '../../../lib/draw-in-turn.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { findFreeId } from '../../../ui/components/editor-fields/find-free-id.ts'
import { isRecord, readJsonAtPath } from '../../../ui/components/editor-fields/read-json-at-path.ts'
import { FigureInput } from '../../../ui/components/form/figure-input.tsx'
import { FormSection } from '../../../ui/components/form/form-section.tsx'
import type { JsonValue } from '../../../ui/components/schema-form/settings-value.ts'
import { DraftForm } from '../../../ui/components/yaml-editor/draft-form.tsx'
import type { TextEdit } from '../../../ui/components/yaml-editor/edit-yaml-text.ts'
import { Column, Note, Row } from '../../../ui/layout/layout.tsx'
import { AskingNote } from './asking-note.tsx'
import { findFreeName } from './find-free-name.ts'
import { editWithId } from './following-id.ts'
import { PolicyCard } from './policy-card.tsx'
import { mostPolicies, selectUnlisted, sweepPolicies, listThresholds, type Sweep } from './sweep-policies.ts'
import { useReplayEstimate } from './use-asking-estimate.ts'
import type { PolicyDraft } from './use-policy-draft.ts'
import { usualWindows } from './window-field.tsx'

const plainLabels: Readonly<Record<PlainPolicyId, string>> = {
  none: 'Never condensing',
  recorded: 'As recorded',
}

type PoliciesFormProps = {
  readonly draft: PolicyDraft
  readonly choices: EditorChoices
  readonly issues: readonly ExperimentIssue[]
}

/** The policies as fields, in the order of all tables and charts. */
export function PoliciesForm({ draft, choices, issues }: PoliciesFormProps) {
  const edit = (change: TextEdit): void => draft.replace(editWithId(draft.text, change))
  return (
    <DraftForm subject="the policies" draft={{ ...draft, edit }} issues={issues}>
      <Asking draft={draft} />
      <PlainPolicies draft={draft} />
      <PolicyCards draft={draft} choices={choices} />
      <FormSection title="Models">
        <FigureInput
          label="Cost limit of each policy"
          value={draft.maxCostUsd}
          placeholder="none"
          isMoney
          width={180}
          onChange={draft.changeMaxCost}
        />
      </FormSection>
    </DraftForm>
  )
}

/** What the policies that ask a model come to, where there are any. */
function Asking({ draft }: { readonly draft: PolicyDraft }) {
  const estimate = useReplayEstimate(draft, true)
  if (draft.check?.ok !== true || draft.check.asks.length === 0) return null
  return <AskingNote draft={draft} estimate={estimate} />
}

function readEntries({ value }: PolicyDraft): readonly JsonValue[] {
  const list = value['policies']
  return Array.isArray(list) ? list : []
}

/** What the policies are compared with. */
function PlainPolicies({ draft }: { readonly draft: PolicyDraft }) {
  const entries = readEntries(draft)
  const set = (id: PlainPolicyId, isOn: boolean): void => {
    const others = entries.filter((entry) => readJsonAtPath(entry, ['id']) !== id)
    if (!isOn)
      return draft.edit({
        kind: 'set',
        path: ['policies', entries.findIndex((entry) => readJsonAtPath(entry, ['id']) === id)],
        value: undefined,
      })
    const at = id === 'none' || readJsonAtPath(others[0], ['id']) !== 'none' ? 0 : 1
    draft.edit({ kind: 'set', path: ['policies'], value: others.toSpliced(at, 0, { id }) })
  }
  return (
    <FormSection title="Compared with" layout="stack">
      <Row align="stretch" wrap gap="sm xl">
        {plainPolicyIds.map((id) => (
          <Switch
            key={id}
            label={plainLabels[id]}
            checked={entries.some((entry) => readJsonAtPath(entry, ['id']) === id)}
            disabled={draft.textError !== null}
            onChange={(event) => set(id, event.currentTarget.checked)}
          />
        ))}
      </Row>
    </FormSection>
  )
}

/** Cards that are drawn with one frame: those of a sweep would keep the window busy. */
const together = 2

function PolicyCards({ draft, choices }: Pick<PoliciesFormProps, 'draft' | 'choices'>) {
  const entries = readEntries(draft)
  const taken = entries.map((entry) => readJsonAtPath(entry, ['id']))
  const drawn = together * usePieces(Math.ceil(entries.length / together))
  const editPolicies = (index: number, value: JsonValue): void => {
    if (entries.length === 0) draft.edit({ kind: 'set', path: ['policies'], value: [value] })
    else draft.edit({ kind: 'set', path: ['policies', index], value })
  }
  return (
    <FormSection title="Policies" layout="stack">
      {entries.slice(0, drawn).map((entry, index) =>
        isPlain(entry) ? null : (
          // The place in the list is all that a policy is known by: its id is being typed.
          <PolicyCard
            key={index}
            index={index}
            count={entries.length}
            choices={choices}
            onMove={(by) => draft.edit({ kind: 'move', path: ['policies'], index, by })}
            onDuplicate={() =>
              editPolicies(entries.length, {
                ...(isRecord(entry) ? entry : {}),
                id: findFreeId(taken, readPolicyName(entry)),
              })
            }
            onRemove={() => draft.edit({ kind: 'set', path: ['policies', index], value: undefined })}
          />
        ),
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() =>
          editPolicies(entries.length, { id: findNewId(taken), provider: 'native', threshold: 75 })
        }
      >
        Add a policy
      </Button>
    </FormSection>
  )
}

function findNewId(taken: readonly (JsonValue | undefined)[]): string {
  return findFreeName('native-75', new Set(taken.filter((id) => typeof id === 'string')))
}

function isPlain(entry: JsonValue): boolean {
  const id = readJsonAtPath(entry, ['id'])
  return typeof id === 'string' && isPlainPolicy(id)
}

function readPolicyName(entry: JsonValue): string {
  const id = readJsonAtPath(entry, ['id'])
  return typeof id === 'string' && id !== '' ? id : 'policy'
}

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
  const ids = entries.map((entry) => readJsonAtPath(entry, ['id'])).filter((id) => typeof id === 'string')
  const isPlain = ids.map((id) => id === 'none' || id === 'recorded')
  const kept = entries.filter((_, index) => isPlain[index])
  const added = selectUnlisted(sweepPolicies(sweep, ids), entries)
  const anew = sweepPolicies(sweep, ['none', 'recorded'])
  const editPolicies = (policies: readonly unknown[]): void => {
    // Policies are plain data, made here or read from the text.
    draft.edit({ kind: 'set', path: ['policies'], value: [...policies] as typeof entries })
    onClose()
  }
  const fault = explainSweepFault(sweep)
  return (
    <Column gap="md">
      <SweepFields sweep={sweep} onChange={(patch) => setSweep({ ...sweep, ...patch })} />
      <Note role="status" {...(fault !== null || anew.length > mostPolicies ? { tone: 'bad' as const } : {})}>
        {fault ?? describeSizes({ all: anew.length, added: added.length, present: entries.length })}
      </Note>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="default"
          disabled={fault !== null || added.length === 0 || entries.length + added.length > mostPolicies}
          onClick={() => editPolicies([...entries, ...added])}
        >
          Add to the policies
        </Button>
        <Button
          disabled={fault !== null || kept.length + anew.length > mostPolicies}
          onClick={() => editPolicies([...kept, ...anew])}
        >
          Replace the policies
        </Button>
      </Group>
    </Column>
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
        <Row align="stretch" wrap gap="6px lg">
          {providers.map(({ id, label }) => (
            <Checkbox key={id} value={id} label={label} />
          ))}
        </Row>
      </Checkbox.Group>
      <Checkbox.Group
        label="Windows, tokens"
        value={sweep.windows.map(String)}
        onChange={(next) => change({ windows: next.map(Number).toSorted((a, b) => a - b) })}
      >
        <Row align="stretch" wrap gap="6px lg">
          {usualWindows.map((window) => (
            <Checkbox key={window} value={String(window)} label={formatInteger(window)} />
          ))}
        </Row>
      </Checkbox.Group>
      <Row align="stretch" wrap gap={10}>
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
      </Row>
    </>
  )
}

function explainSweepFault(sweep: Sweep): string | null {
  const { providers, windows, from, to } = sweep
  if (providers.length === 0) return 'Choose a provider.'
  if (windows.length === 0) return 'Choose a window.'
  if (from < thresholdRange.min || to > thresholdRange.max)
    return `Thresholds lie between ${thresholdRange.min} and ${thresholdRange.max} %.`
  return listThresholds(sweep).length === 0 ? 'These thresholds give no policy.' : null
}

type Sizes = { readonly all: number; readonly added: number; readonly present: number }

function describeSizes({ all, added, present }: Sizes): string {
  const listed = all === added ? '' : `, ${all - added} of them already listed`
  const limit = `A replay takes at most ${mostPolicies}.`
  return `${formatCountWithNoun(all, 'policy', 'policies')}${listed}, ${added + present} with those that are there. ${limit}`
}
