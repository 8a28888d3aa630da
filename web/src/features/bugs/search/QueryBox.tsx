import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import Paper from '@mui/material/Paper';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, type RefObject, useId } from 'react';
import type { Vocabulary } from '#web/lib/query/filter-terms.ts';
import { SearchIcon } from '#web/ui/icons.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { HighlightedInput } from './HighlightedInput.tsx';
import { QueryHelp } from './QueryHelp.tsx';
import { Line, type Problem, QueryProblem } from './QueryProblem.tsx';
import { searchTexts } from './texts.ts';
import { type CompletionList, useCompletions } from './use-completions.ts';

export interface QueryBoxProps {
  label: string;
  placeholder: string;
  /** Details, shown on hover. */
  title: string | undefined;
  text: string;
  onText: (text: string) => void;
  isQuery: boolean;
  problem: Problem | undefined;
  /** Searches by the text as a query, if it was taken for words but could be a query. */
  onAsQuery: (() => void) | undefined;
  /** What queries can refer to; undefined if the back end has no queries. */
  vocabulary: Vocabulary | undefined;
  searchBox: RefObject<HTMLInputElement | null>;
  onSearchKey: (event: KeyboardEvent) => void;
}

/** The search box: a plain input for words; highlights, completes and explains queries once one is typed. */
export function QueryBox({ text, onText, isQuery, problem, vocabulary, searchBox, ...box }: QueryBoxProps) {
  const id = useId();
  const list = useCompletions(searchBox, text, vocabulary);
  const isOpen = list.found !== undefined;
  const isCombobox = isQuery || isOpen;
  // A value that is being chosen is not missing yet.
  const shown = isOpen ? undefined : problem;
  return (
    <Frame error={shown !== undefined} fullWidth onBlur={list.close}>
      <FormLabel htmlFor={id}>{box.label}</FormLabel>
      <OutlinedInput
        id={id}
        type="search"
        placeholder={box.placeholder}
        title={isQuery ? undefined : box.title}
        autoComplete="off"
        value={text}
        inputRef={searchBox}
        onChange={({ target }) => {
          onText(target.value);
          list.changed();
        }}
        onSelect={list.moved}
        onKeyDown={(event) => {
          if (list.onKey(event)) event.preventDefault();
          else box.onSearchKey(event);
        }}
        startAdornment={<SearchIcon />}
        endAdornment={vocabulary && <QueryHelp onExample={onText} box={searchBox} />}
        inputComponent={HighlightedInput}
        inputProps={
          {
            isQuery,
            fields: vocabulary?.fields,
            problem: shown,
            spellCheck: isQuery ? false : undefined,
            'aria-describedby': shown && `${id}-problem`,
            ...(isCombobox && {
              role: 'combobox',
              'aria-autocomplete': 'list',
              'aria-expanded': isOpen,
              'aria-controls': isOpen ? `${id}-list` : undefined,
              'aria-activedescendant':
                isOpen && list.active !== undefined ? `${id}-${list.active}` : undefined,
            }),
          } as object
        }
      />
      <Suggestions id={id} list={list} />
      {box.onAsQuery && (
        <Line>
          {searchTexts.asTyped}
          <Button size="small" variant="outlined" onClick={box.onAsQuery}>
            {searchTexts.asQuery}
          </Button>
        </Line>
      )}
      {isQuery && <QueryProblem id={`${id}-problem`} text={text} problem={shown} onText={onText} />}
    </Frame>
  );
}

function Suggestions({ id, list: { found, active, take } }: { id: string; list: CompletionList }) {
  return (
    <>
      <VisuallyHidden role="status">{found && searchTexts.offered(found.options.length)}</VisuallyHidden>
      {found && (
        <List id={`${id}-list`} role="listbox" aria-label={searchTexts.suggestions} elevation={8}>
          {found.options.map((option, index) => (
            <Option
              key={option.text}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              ref={(element) => {
                if (index === active) element?.scrollIntoView({ block: 'nearest' });
              }}
              // The box keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(index)}
            >
              {option.text}
            </Option>
          ))}
        </List>
      )}
    </>
  );
}

const Frame = styled(FormControl)({ position: 'relative' });

const List = styled(Paper)(({ theme }) => ({
  position: 'absolute',
  zIndex: theme.zIndex.modal,
  insetInlineStart: 0,
  // Below the label and the box.
  top: theme.spacing(17),
  minWidth: theme.spacing(50),
  maxWidth: '100%',
  maxHeight: `min(${theme.spacing(80)}, 50vh)`,
  overflowY: 'auto',
  padding: theme.spacing(1),
  border: `1px solid ${theme.vars.palette.divider}`,
}));

const Option = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  padding: theme.spacing(1.5, 2),
  borderRadius: 6,
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  '&[aria-selected="true"], &:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&[aria-selected="true"]': { backgroundColor: theme.vars.palette.secondary.soft },
  '@media (pointer: coarse)': { minHeight: theme.spacing(11), alignContent: 'center' },
}));
