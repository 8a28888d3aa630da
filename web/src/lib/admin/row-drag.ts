import { autoScrollWindowForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

interface RowData extends Record<string | symbol, unknown> {
  /** The id of the table within which its rows can be dragged. */
  readonly table: string;
  readonly at: number;
  /** Whether the pointer is in the lower half. */
  readonly isBelow?: boolean;
}

interface Row {
  readonly table: string;
  /** Its zero-based index in the table. */
  readonly at: number;
  readonly element: HTMLElement;
  readonly handle: HTMLElement;
  readonly onMove: (to: number) => void;
}

/** Lets a table row be dragged to another place by its handle. Returns the function that ends this. */
export function dragRow({ table, at, element, handle, onMove }: Row): () => void {
  const mark = (edge: 'above' | 'below' | undefined) => {
    if (edge) element.dataset['edge'] = edge;
    else delete element.dataset['edge'];
  };
  const stop = combine(
    draggable({
      element,
      dragHandle: handle,
      getInitialData: (): RowData => ({ table, at }),
      onDragStart: () => (element.dataset['dragged'] = 'true'),
      onDrop({ location }) {
        delete element.dataset['dragged'];
        const target = location.current.dropTargets[0]?.data as RowData | undefined;
        if (!target) return;
        const gap = target.at + (target.isBelow === true ? 1 : 0);
        // The dragged row itself may be above the gap.
        const to = gap > at ? gap - 1 : gap;
        if (to !== at) onMove(to);
      },
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data['table'] === table,
      getData({ input }): RowData {
        const { top, height } = element.getBoundingClientRect();
        return { table, at, isBelow: input.clientY > top + height / 2 };
      },
      onDrag({ self, source }) {
        if (source.data['at'] === at) return;
        mark(self.data['isBelow'] === true ? 'below' : 'above');
      },
      onDragLeave: () => mark(undefined),
      onDrop: () => mark(undefined),
    }),
    autoScrollWindowForElements({ canScroll: ({ source }) => source.data['table'] === table }),
  );
  return () => {
    mark(undefined);
    stop();
  };
}
