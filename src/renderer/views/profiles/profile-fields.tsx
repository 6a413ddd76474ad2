import { Select, Switch, TextInput } from '@mantine/core'
import { isLocal, modelVendors, type ModelVendor } from '../../../shared/domain/model-profile.ts'
import { FigureInput } from '../../components/form/figure-input.tsx'
import { moneyText } from '../../components/form/figure-of.ts'
import { FormSection } from '../../components/form/form-section.tsx'
import type { FieldProps } from './read-draft.ts'
import styles from './profile-editor.module.css'
import { vendorLabels } from './profile-draft.ts'
import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../../data/engine-context.ts'
import { ThresholdSlider } from '../../components/form/threshold-slider.tsx'
import { formatShare } from '../../lib/format.ts'
import { promptName, PromptReferenceSelect } from '../../components/form/prompt-reference-select.tsx'
import { useDebouncedValue } from '@mantine/hooks'

const apis = [
  { value: 'chat-completions', label: 'Chat completions' },
  { value: 'responses', label: 'Responses' },
] as const

/** Which model, and where it answers. */
export function ModelFields({ draft, issues, change }: FieldProps) {
  const { vendor } = draft
  const speaksOpenai = vendor === 'openai' || vendor === 'openai-compatible'
  return (
    <FormSection title="Model">
      <TextInput
        className={styles.half ?? ''}
        label="Name"
        value={draft.name}
        error={issues['name']}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Select
        className={styles.half ?? ''}
        label="Vendor"
        data={modelVendors.map((value) => ({ value, label: vendorLabels[value] }))}
        value={vendor}
        allowDeselect={false}
        onChange={(value) => change({ vendor: vendorOf(value) ?? vendor })}
      />
      <TextInput
        className={styles.half ?? ''}
        label="Model"
        placeholder={modelPlaceholder(vendor)}
        value={draft.model}
        error={issues['model']}
        spellCheck={false}
        onChange={(event) => change({ model: event.currentTarget.value })}
      />
      {speaksOpenai && (
        <Select
          className={styles.half ?? ''}
          label="Interface"
          data={[...apis]}
          value={draft.api}
          allowDeselect={false}
          onChange={(value) => change({ api: value === 'responses' ? 'responses' : 'chat-completions' })}
        />
      )}
      {!isLocal(draft) && (
        <TextInput
          className={(speaksOpenai ? styles.wide : styles.half) ?? ''}
          label="Base URL"
          placeholder={
            vendor === 'openai-compatible' ? 'http://127.0.0.1:11434/v1' : 'the vendor’s own address'
          }
          value={draft.baseUrl}
          error={issues['baseUrl']}
          spellCheck={false}
          onChange={(event) => change({ baseUrl: event.currentTarget.value })}
        />
      )}
    </FormSection>
  )
}

function modelPlaceholder(vendor: ModelVendor): string {
  return vendor === 'recorded' ? 'a name of your own' : 'as the vendor calls it'
}

function vendorOf(value: string | null): ModelVendor | undefined {
  return modelVendors.find((vendor) => vendor === value)
}

type RecordingFieldsProps = FieldProps & { readonly names: Readonly<Record<string, string>> }

/** Where recorded answers are kept, and who is asked for one that is missing. */
export function RecordingFields({ draft, issues, change, names }: RecordingFieldsProps) {
  const others = Object.entries(names).filter(([id]) => id !== draft.id)
  return (
    <FormSection
      title="Recording"
      note="Answers in the file are replayed at no cost and without a key. A missing one is requested from the profile below and stored. Without a profile the run fails."
    >
      <TextInput
        className={styles.wide ?? ''}
        label="File of answers"
        placeholder="/home/me/answers.jsonl"
        value={draft.recordingFile}
        error={issues['recordingFile']}
        spellCheck={false}
        onChange={(event) => change({ recordingFile: event.currentTarget.value })}
      />
      <Select
        className={styles.half ?? ''}
        label="Profile for missing answers"
        placeholder="none: the run fails"
        data={others.map(([value, label]) => ({ value, label }))}
        value={draft.recordingProfileId}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the profile' }}
        onChange={(recordingProfileId) => change({ recordingProfileId })}
      />
    </FormSection>
  )
}

/** How much the model takes and gives, and how long it may take. */
export function LimitFields({ draft, issues, change }: FieldProps) {
  return (
    <FormSection title="Limits">
      <FigureInput
        label="Window"
        unit="tok"
        isWhole
        value={draft.windowTokens}
        error={issues['windowTokens']}
        onChange={(windowTokens) => change({ windowTokens })}
      />
      <FigureInput
        label="Longest answer"
        unit="tok"
        isWhole
        value={draft.maxOutputTokens}
        error={issues['maxOutputTokens']}
        onChange={(maxOutputTokens) => change({ maxOutputTokens })}
      />
      <FigureInput
        label="Idle timeout"
        unit="s"
        value={draft.timeoutSeconds}
        error={issues['timeoutSeconds']}
        onChange={(timeoutSeconds) => change({ timeoutSeconds })}
      />
      <Switch
        className={styles.switch ?? ''}
        label="Takes images"
        checked={draft.supportsImages}
        onChange={(event) => change({ supportsImages: event.currentTarget.checked })}
      />
    </FormSection>
  )
}

const kinds = [
  ['input', 'Input'],
  ['output', 'Output'],
  ['cacheWrites', 'Cache writes'],
  ['cacheReads', 'Cache reads'],
] as const

type PromptFieldProps = FieldProps & { readonly inherited: string | null }

type ThresholdFieldProps = FieldProps & { readonly globalPercent: number | null }

/** When an agent with this model condenses. */
export function ThresholdField({ draft, change, globalPercent }: ThresholdFieldProps) {
  return (
    <FormSection
      title="Threshold"
      layout="stack"
      note={`The share of the window at which an agent condenses.${
        globalPercent === null ? '' : ` The default in Settings is ${formatShare(globalPercent)}.`
      }`}
    >
      <ThresholdSlider
        label="Threshold of this profile"
        value={draft.threshold}
        inherited={globalPercent ?? 100}
        onChange={(threshold) => change({ threshold })}
      />
    </FormSection>
  )
}

/** What this profile is asked with for summaries. */
export function PromptField({ draft, change, inherited }: PromptFieldProps) {
  const { queries } = useEngine()
  const prompts = useQuery(queries.prompts.list.queryOptions()).data ?? []
  return (
    <FormSection
      title="Prompt"
      layout="stack"
      note="Used for summaries by this profile when neither the run nor its settings name a prompt."
    >
      <PromptReferenceSelect
        label="Condensing prompt"
        value={draft.condensingPrompt}
        noneLabel={`Inherit (${promptName(inherited, prompts)})`}
        prompts={prompts}
        onChange={(condensingPrompt) => change({ condensingPrompt })}
      />
    </FormSection>
  )
}

/** Prices of the profile, with those of the price library as placeholders. */
export function PriceFields({ draft, issues, change }: FieldProps) {
  const { queries } = useEngine()
  const [model] = useDebouncedValue(draft.model.trim(), 300)
  const known = useQuery(
    queries.profiles.knownModel.queryOptions({
      input: { model },
      enabled: model !== '',
      staleTime: Number.POSITIVE_INFINITY,
    }),
  ).data
  return (
    <FormSection title="Prices" note={noteOf(model, known)}>
      {kinds.map(([kind, label]) => (
        <FigureInput
          key={kind}
          label={label}
          isMoney
          value={draft.prices[kind]}
          error={issues[`prices.${kind}`]}
          placeholder={placeholderOf(known?.prices[kind])}
          onChange={(price) => change({ prices: { ...draft.prices, [kind]: price } })}
        />
      ))}
    </FormSection>
  )
}

function placeholderOf(price: number | undefined): string {
  return price === undefined ? 'unknown' : moneyText(price)
}

function noteOf(model: string, known: { readonly knownAs: string } | null | undefined): string {
  const unit = 'Dollars per million tokens.'
  if (model === '' || known === undefined) return unit
  return known === null
    ? `${unit} The price library does not know this model. Without prices here its cost is unknown, not zero.`
    : `${unit} Empty fields take the price of ${known.knownAs} from the price library.`
}
