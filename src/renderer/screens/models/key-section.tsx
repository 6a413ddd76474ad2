import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isLocal } from '../../../shared/models/model-profile-types.ts'
import type { ProfileList, ProfileView, KeyState } from '../../../shared/models/profiles-contract.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { FormSection } from '../../ui/components/form/form-section.tsx'
import { Inline, Mono, Note, Row } from '../../ui/layout/layout.tsx'
import type { FieldProps } from './read-draft.ts'

type KeyStateLineProps = { readonly state: KeyState; readonly storage: ProfileList['keyStorage'] }

type KeySectionProps = FieldProps & {
  /** Null for a profile that is not saved. */
  readonly saved: ProfileView | null
  readonly storage: ProfileList['keyStorage']
}

/** Where the key comes from. A stored key is never shown again, not even in part. */
export function KeySection({ draft, issues, change, saved, storage }: KeySectionProps) {
  if (isLocal(draft)) return null
  return (
    <FormSection title="Key" layout="stack">
      {saved === null ? (
        <Note component="span">
          {storage === 'none'
            ? 'Keys come from the environment here. Save the profile to see the variables.'
            : 'Save the profile first, then give it a key.'}
        </Note>
      ) : (
        <>
          <KeyStateLine state={saved.key} storage={storage} />
          {storage !== 'none' && <StoredKey saved={saved} storage={storage} />}
        </>
      )}
      <TextInput
        w="100%"
        maw={320}
        label="Environment variable"
        description="Used when no key is stored. Its name starts with the vendor’s, or with DEWPOINT_KEY_."
        placeholder="the vendor’s usual one"
        value={draft.keyVariable}
        error={issues['keyVariable']}
        spellCheck={false}
        onChange={(event) => change({ keyVariable: event.currentTarget.value })}
      />
    </FormSection>
  )
}

function StoredKey({
  saved,
  storage,
}: {
  readonly saved: ProfileView
  readonly storage: ProfileList['keyStorage']
}) {
  const { client } = useEngine()
  const refresh = useRefresh()
  const [key, setKey] = useState('')
  const profileId = saved.profile.id
  const store = useMutation({
    mutationFn: () => client.profiles.storeKey({ profileId, key: key.trim() }),
    onSuccess: () => setKey(''),
    onSettled: () => refresh('profiles'),
  })
  const forget = useMutation({
    mutationFn: () => client.profiles.forgetKey({ profileId }),
    onSettled: () => refresh('profiles'),
  })
  const isStored = saved.key.source === 'stored' || saved.key.source === 'plain-text'
  const failed = [store, forget].find((action) => action.isError)
  return (
    <>
      <Row
        component="form"
        align="flex-end"
        w="100%"
        onSubmit={(event) => {
          event.preventDefault()
          if (key.trim() !== '') store.mutate()
        }}
      >
        <PasswordInput
          flex={1}
          maw={320}
          label={isStored ? 'Another key' : 'Key'}
          autoComplete="off"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={key.trim() === ''} loading={store.isPending}>
          {storage === 'unprotected' ? 'Store unprotected' : 'Store'}
        </Button>
        {isStored && (
          <Button variant="subtle" color="gray" loading={forget.isPending} onClick={() => forget.mutate()}>
            Forget the key
          </Button>
        )}
      </Row>
      {failed && <ErrorPanel problem={toProblem(failed.error)} onDismiss={failed.reset} />}
    </>
  )
}

/** Whether there is a key, where it comes from, and what is not as it should be. */
function KeyStateLine({ state, storage }: KeyStateLineProps) {
  const isFine = state.source !== 'missing' && state.source !== 'plain-text'
  const Mark = isFine ? IconCircleCheck : IconAlertTriangle
  return (
    <>
      <Row component="span" mih={28}>
        <Mark size={16} stroke={1.75} color={isFine ? 'var(--fine)' : 'var(--caution)'} aria-hidden />
        <span>
          {describeKeySource(state)}{' '}
          {state.variables.length > 0 && (
            <>
              {state.source === 'environment' ? 'Variables: ' : 'Variables: '}
              <Mono>{state.variables.join(', ')}</Mono>.
            </>
          )}
        </span>
      </Row>
      {storage === 'none' && state.source === 'missing' && (
        <Note component="span">
          Keys are not stored here. Set the variable and restart Dewpoint, or store a key in the desktop app.
        </Note>
      )}
      {storage === 'unprotected' && (
        <Inline tone="caution">
          This system has no protected storage: any program of this user can read a key that is stored here.
          An environment variable is safer.
        </Inline>
      )}
    </>
  )
}

function describeKeySource({ source }: KeyState): string {
  switch (source) {
    case 'stored':
      return 'A key is stored, protected by the system.'
    case 'plain-text':
      return 'A key is stored without protection.'
    case 'environment':
      return 'The key comes from the environment.'
    case 'not-needed':
      return 'No key is needed here.'
    default:
      return 'There is no key.'
  }
}
