import type { Migration } from './migration.ts'

/**
 * The likelihood of the next actions is no longer measured. Plans that asked for it lose it and say so in a note, so that
 * their other figures stay readable. Model profiles of GGUF files, which could do nothing else, are removed, also where they
 * wait to be confirmed after a restore. What is no JSON is left to the doctor.
 */
export const noLikelihood: Migration = {
  version: 33,
  sql: `
    update experiments set plan = json_set(
      json_remove(plan, '$.file.likelihood'),
      '$.metrics', json((
        select json_group_array(json(plan -> fullkey))
        from json_each(plan, '$.metrics')
        where json_extract(plan, fullkey || '.group') is not 'likelihood'
      )),
      '$.notes[#]', json_object(
        'where', 'metrics',
        'message', 'The likelihood of the next actions is no longer measured, and its figures are left out.'
      )
    )
    where case when json_valid(plan) then
      json_type(plan, '$.file.likelihood') is not null or exists (
        select 1 from json_each(plan, '$.metrics')
        where json_extract(plan, fullkey || '.group') is 'likelihood'
      )
    else false end;
    delete from profiles
      where case when json_valid(profile) then json_extract(profile, '$.vendor') is 'gguf' else false end;
    delete from asleep
      where kind = 'model' and case
        when not json_valid(body) then false
        when not json_valid(json_extract(body, '$.profile')) then false
        else json_extract(json_extract(body, '$.profile'), '$.vendor') is 'gguf'
      end;
  `,
}
