import { Switch, ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { thresholdRange } from '../../../../shared/models/model-profile-types.ts'
import { mostFallbacks } from '../../../../shared/replay/replay-policy-types.ts'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import { useField } from '../../../ui/components/editor-fields/editor-context.ts'
import { EntryCard, type EntryActions } from '../../../ui/components/editor-fields/entry-card.tsx'
import { JsonField } from '../../../ui/components/editor-fields/json-field.tsx'
import { MethodFields } from '../../../ui/components/editor-fields/method-fields.tsx'
import { MoreFields } from '../../../ui/components/editor-fields/more-fields.tsx'
import { NumberField } from '../../../ui/components/editor-fields/number-field.tsx'
import { type JsonPath, readJsonAtPath } from '../../../ui/components/editor-fields/read-json-at-path.ts'
import { SelectField } from '../../../ui/components/editor-fields/select-field.tsx'
import { FigureInput } from '../../../ui/components/form/figure-input.tsx'
import type { JsonValue } from '../../../ui/components/schema-form/settings-value.ts'
import { Block, Column, Note, Row } from '../../../ui/layout/layout.tsx'
import { WindowField } from './window-field.tsx'
import styles from './policies.module.css'

/** What helps wherever the provider of the policy does not. */
const firstFallback = { provider: 'truncation' }

type FallbackFieldsProps = {
  /** Of the list of fallbacks. */
  readonly path: JsonPath
  readonly choices: EditorChoices
}

type StepFieldsProps = FallbackFieldsProps & { readonly number: number }

type PolicyCardProps = EntryActions & { readonly choices: EditorChoices }

/** One policy: when it condenses, and with what. */
export function PolicyCard({ choices, ...actions }: PolicyCardProps) {
  return (
    <EntryCard list="policies" noun="Policy" {...actions}>
      <PolicyFields index={actions.index} choices={choices} />
    </EntryCard>
  )
}

function PolicyFields({ index, choices }: Pick<PolicyCardProps, 'index' | 'choices'>) {
  const path = ['policies', index] as const
  return (
    <>
      <div className={styles.grid}>
        <MethodFields path={path} choices={choices} />
        <SelectField path={[...path, 'profile']} label="Model" none="Extractive" choices={choices.profiles} />
        <WindowField path={[...path, 'window']} />
        <NumberField
          path={[...path, 'threshold']}
          label={`Threshold, ${thresholdRange.min} to ${thresholdRange.max}`}
          unit="%"
          none="75"
          isWhole={false}
        />
      </div>
      <SeldomFields path={path} choices={choices} />
    </>
  )
}

const seldomKeys = [
  'prompt',
  'target',
  'minimumGain',
  'maxTokens',
  'counter',
  'cacheSeconds',
  'idle',
  'taskStart',
  'prepare',
  'pins',
  'settings',
  'fallback',
]

type SeldomFieldsProps = {
  readonly path: JsonPath
  readonly choices: EditorChoices
}

function SeldomFields({ path, choices }: SeldomFieldsProps) {
  return (
    <MoreFields
      path={path}
      keys={seldomKeys}
      summary="Prompt, target, minimum gain, output limit, counter, cache, idle, new tasks, pins, settings, fallbacks"
    >
      <div className={styles.grid}>
        <SelectField
          path={[...path, 'prompt']}
          label="Prompt"
          none="The method’s own"
          choices={choices.prompts}
        />
        <NumberField path={[...path, 'target']} label="Target" unit="tok" none="none" />
        <NumberField
          path={[...path, 'minimumGain']}
          label="Minimum gain"
          unit="%"
          none="as runs"
          isWhole={false}
        />
        <NumberField path={[...path, 'maxTokens']} label="Output limit" unit="tok" none="8192" />
        <SelectField
          path={[...path, 'counter']}
          label="Trigger counts"
          none="as it is"
          choices={[{ value: 'roo-classic', label: 'as Roo Code estimates' }]}
        />
        <NumberField path={[...path, 'cacheSeconds']} label="Cache is kept" unit="s" none="as recorded" />
        <TriggerField path={[...path, 'idle']} figure="minutes" label="Idle for" unit="min" />
        <TriggerField path={[...path, 'taskStart']} figure="tokens" label="New tasks from" unit="tok" />
        <NumberField
          path={[...path, 'prepare']}
          label="Prepared from"
          unit="%"
          none="never"
          isWhole={false}
        />
        <PinsField path={[...path, 'pins']} />
        <JsonField path={[...path, 'settings']} label="Settings over the preset, as JSON" />
      </div>
      <FallbackFields path={[...path, 'fallback']} choices={choices} />
    </MoreFields>
  )
}

type TriggerFieldProps = {
  /** Of a trigger that is an object; it is gone without this figure. */
  readonly path: JsonPath
  readonly figure: 'minutes' | 'tokens'
  readonly label: string
  readonly unit: string
}

/** A figure that switches a trigger on. What else the trigger says in the file stays. */
function TriggerField({ path, figure, label, unit }: TriggerFieldProps) {
  const { value, error, set } = useField(path)
  const known = value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
  const own = known[figure]
  return (
    <FigureInput
      label={label}
      unit={unit}
      width={150}
      value={typeof own === 'number' ? own : null}
      error={error}
      placeholder={value === undefined ? 'never' : 'usual'}
      isWhole={figure === 'tokens'}
      onChange={(next) => set(next === null ? undefined : { ...known, [figure]: next })}
    />
  )
}

/** Whether what is pinned in the task stays as it is, which it does unless the file says otherwise. */
function PinsField({ path }: { readonly path: JsonPath }) {
  const { value, error, set } = useField(path)
  return (
    <Block pt={22}>
      <Switch
        label="Keep pins"
        error={error}
        checked={value !== false}
        onChange={(event) => set(event.currentTarget.checked ? undefined : false)}
      />
    </Block>
  )
}

/** What is tried in order where the provider of a policy fails or saves too little. */
function FallbackFields({ path, choices }: FallbackFieldsProps) {
  const { value, error, set } = useField(path)
  const steps = Array.isArray(value) ? value : []
  const put = (next: readonly JsonValue[]): void => set(next.length === 0 ? undefined : [...next])
  const swap = (at: number): void => {
    const [above, below] = [steps[at], steps[at + 1]]
    if (above !== undefined && below !== undefined) put(steps.toSpliced(at, 2, below, above))
  }
  return (
    <Column align="flex-start" gap="sm" mt={10} role="group" aria-label="Fallbacks">
      {steps.map((_, index) => (
        // The place in the list is all that a fallback is known by.
        <Row component="fieldset" key={index} align="flex-end" aria-label={`Fallback ${index + 1}`}>
          <StepFields path={[...path, index]} number={index + 1} choices={choices} />
          <Row component="span" gap={2} pb={1}>
            <ActionIcon
              aria-label={`Move fallback ${index + 1} up`}
              disabled={index === 0}
              onClick={() => swap(index - 1)}
            >
              <IconArrowUp size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={`Move fallback ${index + 1} down`}
              disabled={index === steps.length - 1}
              onClick={() => swap(index)}
            >
              <IconArrowDown size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={`Remove fallback ${index + 1}`}
              onClick={() => put(steps.toSpliced(index, 1))}
            >
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          </Row>
        </Row>
      ))}
      {error !== undefined && <Note tone="bad">{error}</Note>}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={steps.length >= mostFallbacks}
        onClick={() => put([...steps, firstFallback])}
      >
        Add a fallback
      </Button>
    </Column>
  )
}

function StepFields({ path, number, choices }: StepFieldsProps) {
  const { value } = useField(path)
  const provider = readJsonAtPath(value, ['provider'])
  const presets = choices.presets.filter(({ providerId }) => providerId === provider)
  const toChoices = (named: readonly { readonly id: string; readonly label: string }[]) =>
    named.map(({ id, label }) => ({ value: id, label }))
  return (
    <>
      <SelectField
        path={[...path, 'provider']}
        label={`Fallback ${number}`}
        choices={toChoices(choices.providers)}
      />
      <SelectField
        path={[...path, 'preset']}
        label={`Preset of fallback ${number}`}
        none="Defaults"
        choices={toChoices(presets)}
      />
      {readJsonAtPath(value, ['settings']) !== undefined && (
        <JsonField path={[...path, 'settings']} label={`Settings of fallback ${number}, as JSON`} />
      )}
    </>
  )
}
