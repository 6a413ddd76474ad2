import { Switch, CloseButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDuration, formatInteger, formatUsd } from '../../../shared/kernel/format-figures.ts'
import type { ProfileRoles } from '../../../shared/models/model-profile-types.ts'
import type { ProfileList, ProfileView, ConnectionTest } from '../../../shared/models/profiles-contract.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { CopyTextButton } from '../../ui/components/copy-text-button.tsx'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { Figure, Figures } from '../../ui/components/figure.tsx'
import { FormSection } from '../../ui/components/form/form-section.tsx'
import { Column, Fill, Inline, List, Notice, Row, Scroll } from '../../ui/layout/layout.tsx'
import { KeySection } from './key-section.tsx'
import { LimitFields } from './limit-fields.tsx'
import { ModelFields } from './model-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { ProfileActions, useProfileActions } from './profile-actions.tsx'
import type { ProfileDraft, ProfileEntry } from './profile-draft.ts'
import { copyDraft } from './profile-templates.ts'
import { PromptField } from './prompt-field.tsx'
import { readDraft } from './read-draft.ts'
import { RecordingFields } from './recording-fields.tsx'
import { ThresholdField } from './threshold-field.tsx'

const noRoles: ProfileRoles = { main: null, condensing: null }

type RoleFieldsProps = {
  /** Null for a profile that is not saved. */
  readonly profileId: string | null
}

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

/** One profile. The form is a draft until it is saved, whereas key and roles apply at once. */
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
    <Fill h="100%">
      <ProfileActions
        entry={entry}
        isValid={read.ok}
        actions={actions}
        onDiscard={onDropDraft}
        onDuplicate={() => onNew(copyDraft(draft, taken))}
      />
      <Scroll px="md">
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
      </Scroll>
    </Fill>
  )
}

/** Why no call can be made with a saved profile, and what is odd about it. */
function ProfileNotes({ saved }: { readonly saved: ProfileView }) {
  const notes = [saved.obstacle, ...saved.warnings].filter((note) => note !== '')
  if (notes.length === 0) return null
  return (
    <List py="sm" line="bottom" aria-label="Obstacles and warnings">
      {notes.map((note) => (
        <Row key={note} component="li" mih={28}>
          <IconAlertTriangle size={16} stroke={1.75} color="var(--caution)" aria-hidden />
          {note}
        </Row>
      ))}
    </List>
  )
}

/** The roles of a profile. Assigning a role takes it from the profile that had it. */
function RoleFields({ profileId }: RoleFieldsProps) {
  const { client, queries } = useEngine()
  // Read here, so that the switches follow the roles in the very picture in which the choice is let go.
  const roles = useQuery(queries.profiles.list.queryOptions()).data?.roles ?? noRoles
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
          : 'Without a condensing profile the main one writes summaries. Without either, the built-in extractive model does.'
      }
    >
      <Switch
        label="Main: tasks are measured against its window"
        checked={profileId !== null && shown.main === profileId}
        disabled={profileId === null}
        onChange={(event) => choose('main', event.currentTarget.checked)}
      />
      <Switch
        label="Condensing: writes the summaries"
        checked={profileId !== null && shown.condensing === profileId}
        disabled={profileId === null}
        onChange={(event) => choose('condensing', event.currentTarget.checked)}
      />
      {assign.isError && <ErrorPanel problem={toProblem(assign.error)} onDismiss={assign.reset} />}
    </FormSection>
  )
}

function MissingPrices({ kinds }: { readonly kinds: ConnectionTest['missingPrices'] }) {
  return (
    <Inline tone="caution">
      No price is known for: {kinds.join(', ')}. Set it below, or budgets cannot account for this model.
    </Inline>
  )
}

/** What a connection test found: figures where it worked, why not and what to do where it did not. */
export function ConnectionTestPanel({
  test,
  onDismiss,
}: {
  readonly test: ConnectionTest
  readonly onDismiss: () => void
}) {
  const { tokenCount, usage } = test
  return (
    <Notice
      component="section"
      tone={test.ok ? 'good' : 'bad'}
      display="flex"
      gap="md"
      mt="md"
      aria-label="Connection test"
      role={test.ok ? 'status' : 'alert'}
    >
      <Column flex={1} miw={0} gap={6} breaks>
        <strong>{formatHeadline(test)}</strong>
        <span>{test.message}</span>
        {test.warning !== undefined && <Inline tone="caution">{test.warning}</Inline>}
        <Figures>
          <Figure label="Time" about="duration" value={formatDuration(test.durationMs)} />
          {test.firstAnswerMs !== null && (
            <Figure label="Time to first words" value={formatDuration(test.firstAnswerMs)} />
          )}
          {usage !== null && (
            <>
              <Figure
                label="Cost"
                value={test.missingPrices.length > 0 ? 'unknown' : formatUsd(test.costUsd)}
              />
              <Figure
                label="Input (tok)"
                value={formatInteger(usage.input + usage.cacheReads + usage.cacheWrites)}
              />
              <Figure label="Output (tok)" value={formatInteger(usage.output)} />
            </>
          )}
          {tokenCount !== null && (
            <Figure
              label="Counted by vendor / by us (tok)"
              value={`${formatInteger(tokenCount.vendor)} / ${formatInteger(tokenCount.ours)}`}
            />
          )}
        </Figures>
        {test.missingPrices.length > 0 && <MissingPrices kinds={test.missingPrices} />}
        {!test.ok && (
          <div>
            <CopyTextButton text={`${test.code}: ${test.message}`} label="Copy details" />
          </div>
        )}
      </Column>
      <CloseButton size="sm" aria-label="Dismiss the connection test" onClick={onDismiss} />
    </Notice>
  )
}

function formatHeadline({ ok, code, warning }: ConnectionTest): string {
  if (!ok) return `No answer: ${code}`
  return warning === undefined ? 'The model answers' : 'The model answers, but check this'
}
