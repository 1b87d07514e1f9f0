import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import ramp.ApiClient;
import ramp.ApiException;
import ramp.api.OnRampApi;
import ramp.api.QuotesApi;
import ramp.api.SandboxApi;
import ramp.api.TransactionsApi;
import ramp.api.UsersApi;
import ramp.model.CreateOnRampRequest;
import ramp.model.CreateQuoteRequest;
import ramp.model.CreateUserRequest;
import ramp.model.DecideVerificationRequest;
import ramp.model.Error;
import ramp.model.ErrorCode;
import ramp.model.FiatCurrency;
import ramp.model.KycStatus;
import ramp.model.TransactionItem;
import ramp.model.UserType;

/** The smoke journey with a client of openapi-generator for Java. It prints the id of the on-ramp that it has made. */
public final class Smoke {
  private final ApiClient client = new ApiClient();

  private Smoke() {
    client.updateBaseUri(System.getenv("BASE_URL"));
    client.setRequestInterceptor(request -> request.header("partner-api-key", System.getenv("PARTNER_API_KEY")));
  }

  public static void main(String[] arguments) throws Exception {
    System.out.println(new Smoke().journey());
  }

  private UUID journey() throws Exception {
    var newUser = new CreateUserRequest().type(UserType.INDIVIDUAL).email(System.getenv("USER_EMAIL"));
    var userId = new UsersApi(client).createUser(newUser, null, null).getData().getUserId();

    var decision = new DecideVerificationRequest().result(DecideVerificationRequest.ResultEnum.VERIFIED);
    var user = new SandboxApi(client).decideVerification(userId, decision, null, null).getData();
    require(user.getKycStatus() == KycStatus.VERIFIED, "the user is " + user.getKycStatus());

    lock("3000000000.25");
    var order = new CreateOnRampRequest()
        .userId(userId)
        .quoteId(lock("10.01"))
        .destinationWalletAddress("0x52908400098527886E0F7030069857D2E4169EE7");
    var onRamp = new OnRampApi(client).createOnRamp(order, "order-of-" + userId, null).getData();

    var transactions = new TransactionsApi(client);
    List<TransactionItem> items = transactions
        .listTransactions(null, null, null, null, null, null, null, null, null, userId, null, null, null, null, null)
        .getData()
        .getData();
    require(items.size() == 1 && items.get(0).getOnRampItem().getId().equals(onRamp.getId()), "the list is " + items);

    try {
      transactions.getTransaction(userId, null);
      throw new IllegalStateException("a transaction that does not exist was found");
    } catch (ApiException refusal) {
      var problem = client.getObjectMapper().readValue(refusal.getResponseBody(), Error.class);
      require(problem.getCode() == ErrorCode.TRANSACTION_NOT_FOUND, "another refusal: " + problem);
    }
    return onRamp.getId();
  }

  /** Locks a quote for an amount in pesos, which has to come back unchanged. */
  private UUID lock(String pesos) throws ApiException {
    var request = new CreateQuoteRequest()
        .transactionType(CreateQuoteRequest.TransactionTypeEnum.ON_RAMP)
        .fiatCurrency(FiatCurrency.MXN)
        .fiatAmount(new BigDecimal(pesos))
        .tokenSymbol(CreateQuoteRequest.TokenSymbolEnum.USDC)
        .blockchainSymbol(CreateQuoteRequest.BlockchainSymbolEnum.POL);
    var quote = new QuotesApi(client).createQuote(request, null, null).getData();
    require(quote.getFiatAmount().equals(new BigDecimal(pesos)), pesos + " MXN came back as " + quote.getFiatAmount());
    return quote.getQuoteId();
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) throw new IllegalStateException(otherwise);
  }
}
