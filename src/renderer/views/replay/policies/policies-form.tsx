import { Button, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ExperimentIssue } from '../../../../shared/domain/experiment-file.ts'
import { isPlainPolicy, plainPolicyIds, type PlainPolicyId } from '../../../../shared/domain/replay-policy.ts'
import { freeId } from '../../../components/editor-fields/free-id.ts'
import { isRecord, jsonAt } from '../../../components/editor-fields/json-at.ts'
import { FigureInput } from '../../../components/form/figure-input.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { DraftForm } from '../../../components/yaml-editor/draft-form.tsx'
import type { JsonValue } from '../../../components/schema-form/settings-value.ts'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import type { TextEdit } from '../../../components/yaml-editor/edit-yaml-text.ts'
import { AskingNote } from './asking-note.tsx'
import { editWithId } from './following-id.ts'
import { freeName } from './free-name.ts'
import styles from './policies.module.css'
import { PolicyCard } from './policy-card.tsx'
import { useReplayEstimate } from './use-asking-estimate.ts'
import type { PolicyDraft } from './use-policy-draft.ts'

const plainLabels: Readonly<Record<PlainPolicyId, string>> = {
  none: 'Never condensing (none)',
  recorded: 'As recorded (recorded)',
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

function entriesOf({ value }: PolicyDraft): readonly JsonValue[] {
  const list = value['policies']
  return Array.isArray(list) ? list : []
}

/** What the policies are compared with. */
function PlainPolicies({ draft }: { readonly draft: PolicyDraft }) {
  const entries = entriesOf(draft)
  const set = (id: PlainPolicyId, isOn: boolean): void => {
    const others = entries.filter((entry) => jsonAt(entry, ['id']) !== id)
    if (!isOn)
      return draft.edit({
        kind: 'set',
        path: ['policies', entries.findIndex((entry) => jsonAt(entry, ['id']) === id)],
        value: undefined,
      })
    const at = id === 'none' || jsonAt(others[0], ['id']) !== 'none' ? 0 : 1
    draft.edit({ kind: 'set', path: ['policies'], value: others.toSpliced(at, 0, { id }) })
  }
  return (
    <FormSection title="Compared with" layout="stack">
      <div className={styles.switches}>
        {plainPolicyIds.map((id) => (
          <Switch
            key={id}
            label={plainLabels[id]}
            checked={entries.some((entry) => jsonAt(entry, ['id']) === id)}
            disabled={draft.textError !== null}
            onChange={(event) => set(id, event.currentTarget.checked)}
          />
        ))}
      </div>
    </FormSection>
  )
}

function PolicyCards({ draft, choices }: Pick<PoliciesFormProps, 'draft' | 'choices'>) {
  const entries = entriesOf(draft)
  const taken = entries.map((entry) => jsonAt(entry, ['id']))
  const place = (index: number, value: JsonValue): void => {
    if (entries.length === 0) draft.edit({ kind: 'set', path: ['policies'], value: [value] })
    else draft.edit({ kind: 'set', path: ['policies', index], value })
  }
  return (
    <FormSection title="Policies" layout="stack">
      {entries.map((entry, index) =>
        isPlain(entry) ? null : (
          // The place in the list is all that a policy is known by: its id is being typed.
          <PolicyCard
            key={index}
            index={index}
            count={entries.length}
            choices={choices}
            onMove={(by) => draft.edit({ kind: 'move', path: ['policies'], index, by })}
            onDuplicate={() =>
              place(entries.length, {
                ...(isRecord(entry) ? entry : {}),
                id: freeId(taken, nameOf(entry)),
              })
            }
            onRemove={() => draft.edit({ kind: 'set', path: ['policies', index], value: undefined })}
          />
        ),
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => place(entries.length, { id: newId(taken), provider: 'native', threshold: 75 })}
      >
        Add a policy
      </Button>
    </FormSection>
  )
}

function newId(taken: readonly (JsonValue | undefined)[]): string {
  return freeName('native-75', new Set(taken.filter((id) => typeof id === 'string')))
}

function isPlain(entry: JsonValue): boolean {
  const id = jsonAt(entry, ['id'])
  return typeof id === 'string' && isPlainPolicy(id)
}

function nameOf(entry: JsonValue): string {
  const id = jsonAt(entry, ['id'])
  return typeof id === 'string' && id !== '' ? id : 'policy'
}
