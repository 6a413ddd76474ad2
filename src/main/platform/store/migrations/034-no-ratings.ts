import type { Migration } from './migration.ts'

/**
 * Cells are no longer rated. What people gave them, in stars and words, stands in the notes of the plan from now on. The
 * table stays, empty: databases are told apart by tables that are there, and those of earlier versions have it.
 */
export const noRatings: Migration = {
  version: 34,
  sql: `
    update experiments set plan = json_set(plan, '$.notes', json((
      select json_group_array(json(note)) from (
        select json(plan -> fullkey) as note, 0 as is_rating, key as place from json_each(plan, '$.notes')
        union all
        select
          json_object('where', cell_id, 'message',
            case when stars is null then 'A person commented in an earlier version'
              else 'A person rated it ' || stars || ' of 5 in an earlier version' end
            || case when comment = '' then '.' else ': ' || comment end),
          1, row_number() over (order by created_ts, cell_id)
        from ratings where experiment_id = experiments.id
        order by is_rating, place
      )
    )))
    where id in (select experiment_id from ratings) and json_valid(plan);
    delete from ratings;
    delete from preferences where key = 'blind.experiments';
  `,
}
