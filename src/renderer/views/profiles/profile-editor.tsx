import { useQuery, useMutation } from '@tanstack/react-query'
import type { ProfileList, ProfileView } from '../../../shared/api/profiles.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { ConnectionTestPanel } from './connection-test-panel.tsx'
import { KeySection } from './key-section.tsx'
import { LimitFields, ModelFields, RecordingFields } from './model-fields.tsx'
import { ProfileActions } from './profile-actions.tsx'
import type { ProfileDraft } from './profile-draft.ts'
import styles from './profile-editor.module.css'
import type { ProfileEntry } from './profile-entry.ts'
import { draftOfCopy } from './profile-templates.ts'
import { readDraft } from './read-draft.ts'
import { useProfileActions } from './use-profile-actions.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { FormSection } from '../../components/form/form-section.tsx'
import { ThresholdSlider } from '../../components/form/threshold-slider.tsx'
import { formatShare } from '../../lib/format.ts'
import type { FieldProps } from './field-props.ts'
import { promptName, PromptReferenceSelect } from '../../components/form/prompt-reference-select.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { FigureInput } from '../../components/form/figure-input.tsx'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { ProfileRoles } from '../../../shared/domain/model-profile.ts'
import { useRefresh } from '../../data/use-refresh.ts'

const nobody: ProfileRoles = { main: null, condensing: null }

type RoleFieldsProps = {
  /** Null for a profile that is not saved. */
  readonly profileId: string | null
}

const kinds = [
  ['input', 'Input'],
  ['output', 'Output'],
  ['cacheWrites', 'Cache writes'],
  ['cacheReads', 'Cache reads'],
] as const

type PromptFieldProps = FieldProps & { readonly inherited: string | null }

type ThresholdFieldProps = FieldProps & { readonly globalPercent: number | null }

type ProfileEditorProps = {
  readonly entry: ProfileEntry
  readonly list: ProfileList
  /** Saved profiles by id. */
  readonly names: Readonly<Record<string, string>>
  readonly taken: readonly string[]
  readonly onDraft: (draft: ProfileDraft) => void
  readonly onDropDraft: () => void
  readonly onNew: (draft: ProfileDraft) => void
}

/** Everything about one profile. The form is a draft until it is saved; key and roles act at once. */
export function ProfileEditor(props: ProfileEditorProps) {
  const { entry, list, names, taken, onDraft, onDropDraft, onNew } = props
  const { queries } = useEngine()
  const { draft, saved } = entry
  const policy = useQuery(queries.policy.get.queryOptions())
  const read = readDraft(draft, saved?.profile ?? null)
  const actions = useProfileActions(entry, read.ok ? read.profile : null, onDropDraft)
  const change = (patch: Partial<ProfileDraft>): void => onDraft({ ...draft, ...patch })
  const fields = { draft, issues: read.ok ? {} : read.issues, change }
  const failed = [actions.save, actions.remove, actions.test].find((action) => action.isError)
  return (
    <div className={styles.editor}>
      <ProfileActions
        entry={entry}
        isValid={read.ok}
        actions={actions}
        onDiscard={onDropDraft}
        onDuplicate={() => onNew(draftOfCopy(draft, taken))}
      />
      <div className={styles.page}>
        {failed && <ErrorPanel problem={toProblem(failed.error)} onDismiss={failed.reset} />}
        {actions.test.data != null && (
          <ConnectionTestPanel test={actions.test.data} onDismiss={actions.test.reset} />
        )}
        {saved !== null && <ProfileNotes saved={saved} />}
        <ModelFields {...fields} />
        {draft.vendor === 'recorded' && <RecordingFields {...fields} names={names} />}
        <LimitFields {...fields} />
        <PriceFields {...fields} />
        <ThresholdField {...fields} globalPercent={policy.data?.thresholdPercent ?? null} />
        <PromptField {...fields} inherited={policy.data?.condensingPrompt ?? null} />
        <KeySection {...fields} saved={saved} storage={list.keyStorage} />
        <RoleFields profileId={saved === null ? null : entry.id} />
      </div>
    </div>
  )
}

/** Why no call can be made with a saved profile, and what is odd about it. */
function ProfileNotes({ saved }: { readonly saved: ProfileView }) {
  const notes = [saved.obstacle, ...saved.warnings].filter((note) => note !== '')
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes} aria-label="What stands in the way">
      {notes.map((note) => (
        <li key={note} className={styles.state}>
          <IconAlertTriangle size={16} stroke={1.75} className={styles.caution} aria-hidden />
          {note}
        </li>
      ))}
    </ul>
  )
}

/** When an agent with this model condenses. */
function ThresholdField({ draft, change, globalPercent }: ThresholdFieldProps) {
  return (
    <FormSection
      title="Threshold"
      layout="stack"
      note={`The share of the window at which an agent condenses.${
        globalPercent === null ? '' : ` The Settings say ${formatShare(globalPercent)}.`
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
function PromptField({ draft, change, inherited }: PromptFieldProps) {
  const { queries } = useEngine()
  const prompts = useQuery(queries.prompts.list.queryOptions()).data ?? []
  return (
    <FormSection
      title="Prompt"
      layout="stack"
      note="For summaries of conversations by this profile, where neither a run nor its settings have a prompt."
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

/** Prices of one's own over those of the library, which stand greyed in the empty fields. */
function PriceFields({ draft, issues, change }: FieldProps) {
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
  return price === undefined ? 'unknown' : String(price)
}

function noteOf(model: string, known: { readonly knownAs: string } | null | undefined): string {
  const unit = 'Dollars per million tokens.'
  if (model === '' || known === undefined) return unit
  return known === null
    ? `${unit} The price library does not know this model: without prices of your own its cost is unknown, which is not the same as free.`
    : `${unit} Empty fields take the price of ${known.knownAs} from the price library.`
}

/** What a profile is for. One profile at a time has a role; taking it takes it from the other. */
function RoleFields({ profileId }: RoleFieldsProps) {
  const { client, queries } = useEngine()
  // Read here, so that the switches follow the roles in the very picture in which the choice is let go.
  const roles = useQuery(queries.profiles.list.queryOptions()).data?.roles ?? nobody
  const refresh = useRefresh()
  // What was chosen is shown at once, and taken back where it is refused.
  const [chosen, setChosen] = useState<Partial<ProfileRoles>>({})
  const assign = useMutation({
    mutationFn: (change: Partial<ProfileRoles>) => client.profiles.setRoles({ ...roles, ...change }),
    onSettled: async () => {
      await refresh('profiles')
      setChosen({})
    },
  })
  const choose = (role: keyof ProfileRoles, holds: boolean): void => {
    const change = { [role]: holds ? profileId : null }
    setChosen(change)
    assign.mutate(change)
  }
  const shown: ProfileRoles = { ...roles, ...chosen }
  return (
    <FormSection
      title="Roles"
      layout="stack"
      note={
        profileId === null
          ? 'Save the profile first.'
          : 'Without a condensing profile the main one writes summaries; without either, the built-in extractive model.'
      }
    >
      <Switch
        label="Main: its window is what a task is held against"
        checked={profileId !== null && shown.main === profileId}
        disabled={profileId === null}
        onChange={(event) => choose('main', event.currentTarget.checked)}
      />
      <Switch
        label="Condensing: it writes the summaries"
        checked={profileId !== null && shown.condensing === profileId}
        disabled={profileId === null}
        onChange={(event) => choose('condensing', event.currentTarget.checked)}
      />
      {assign.isError && <ErrorPanel problem={toProblem(assign.error)} onDismiss={assign.reset} />}
    </FormSection>
  )
}
