using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the messages that list the overloads for which a known answer is wrong.</summary>
public sealed class AnswerFormsTests
{
    [Theory]
    [InlineData(0, 40, "")]
    [InlineData(1, 40, "form 0")]
    [InlineData(3, 40, "form 0, form 1, form 2")]
    [InlineData(4, 40, "form 0, form 1, form 2, and 1 more of 40 forms")]
    [InlineData(39, 40, "form 0, form 1, form 2, and 36 more of 40 forms")]
    [InlineData(40, 40, "all forms")]
    [InlineData(1, 1, "all forms")]
    [InlineData(0, 0, "")]
    public void AtMostThreeFormsAreNamed(int wrong, int count, string expected)
    {
        AnswerForms forms = new();
        for (int i = 0; i < count; i++) Assert.Equal(i >= wrong, forms.Add($"form {i}", i >= wrong));
        Assert.Equal(expected, string.Join(", ", forms.Wrong));
    }
}
