// Shows the error page in place of a page that failed to render, or whose code could not be loaded.
import { Component, type ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import css from "./message-page.module.css";
import { words } from "./words.ts";

interface Props {
  children: ReactNode;
  /** When it changes, the children are rendered again. */
  place?: string;
}
interface State {
  hasFailed: boolean;
  place: string | undefined;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, place: this.props.place };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { hasFailed: false, place };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <ErrorPage /> : this.props.children;
  }
}

/** Shown in place of a page that failed to render. */
function ErrorPage() {
  return (
    <div className={css.page} role="alert">
      <h1 className={css.text}>{words.error.title}</h1>
      <p className={css.detail}>{words.error.text}</p>
      <Button look="lamp" onClick={() => location.reload()}>
        {words.error.reload}
      </Button>
    </div>
  );
}
